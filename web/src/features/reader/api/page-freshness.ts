import type { PageChangedEvent, ReaderPage } from '@hamkhan/contracts/http/documents';

/** A page fetched within this time is not fetched again merely because it is not ready. */
const RECENTLY_FETCHED_MS = 3000;
/** A stale page is fetched again at most this often: the server may announce a revision before it serves it. */
const MAX_RETRIES = 3;

/** Tracks which pages of a document are out of date: announced in a newer revision, or possibly changed while no events came. */
export class PageFreshness {
  private readonly announcedRevisions = new Map<number, number>();
  private readonly suspected = new Set<number>();
  private readonly fetchedAt = new Map<number, number>();
  private readonly retries = new Map<number, number>();

  /** Records that the server sent a page. */
  markFetched({ page_number: number }: ReaderPage): void {
    this.suspected.delete(number);
    this.fetchedAt.set(number, Date.now());
  }

  /** Allows all retries again once a page has reached its announced revision. */
  markMerged({ page_number: number, revision }: ReaderPage): void {
    if (revision >= (this.announcedRevisions.get(number) ?? 0)) this.retries.delete(number);
  }

  /** Records the revision of an event; false when it is old or repeated. */
  announce({ page_number: number, revision }: PageChangedEvent): boolean {
    if (revision <= (this.announcedRevisions.get(number) ?? -1)) return false;
    this.announcedRevisions.set(number, revision);
    return true;
  }

  /** Marks pages that may have changed without an event. */
  suspect(numbers: Iterable<number>): void {
    for (const number of numbers) this.suspected.add(number);
  }

  clearSuspected(): void {
    this.suspected.clear();
  }

  isStale({ page_number: number, revision }: ReaderPage): boolean {
    return this.suspected.has(number) || revision < (this.announcedRevisions.get(number) ?? 0);
  }

  wasFetchedRecently(number: number): boolean {
    return Date.now() - (this.fetchedAt.get(number) ?? 0) < RECENTLY_FETCHED_MS;
  }

  /** Counts a retry and returns its ordinal; null when there were enough. */
  nextRetry(number: number): number | null {
    const retry = (this.retries.get(number) ?? 0) + 1;
    this.retries.set(number, retry);
    return retry > MAX_RETRIES ? null : retry;
  }
}
