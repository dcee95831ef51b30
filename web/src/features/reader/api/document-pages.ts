import {
  MAX_PAGES_PER_CHUNK,
  type PageChangedEvent,
  type PagesResponse,
  type ReaderPage,
} from '@hamkhan/contracts/http/documents';
import { ApiError } from '../../../shared/api/api-error.js';
import { imageAddresses, isAddressOver } from '../lib/image-address.js';
import { isSettled } from '../lib/shown-text.js';

/** Chunks of the background loading, in pages and milliseconds (decisions.md G09). */
export const MERGE_PAGES = 50;
export const MERGE_PAUSE_MS = 50;
export const CALL_PAUSE_MS = 100;
/** The pages around the first one come in one small call before the large ones. */
export const NEIGHBOURS = 10;
/** Changes of pages that nobody looks at are gathered for this long before they are fetched. */
export const GATHER_MS = 1500;
/** A page that changed is asked for again after this long when the answer was older than the news of it. */
const AGAIN_MS = 1000;
/** A page that came this recently is not asked for again only because it is not ready. */
const FRESH_MS = 3000;
const MOST_TRIES = 3;

/** Fetches one chunk, one-based. */
export type LoadChunk = (
  query: { page: number; per_page: number },
  signal: AbortSignal,
) => Promise<PagesResponse>;

/** What there is of a document's pages; all page numbers are zero-based. */
export type PagesState = {
  pages: ReadonlyMap<number, ReaderPage>;
  /** Why a page that was asked for by itself did not come. */
  errors: ReadonlyMap<number, ApiError>;
  /** Pages on their way by themselves. */
  loading: ReadonlySet<number>;
  /** How many pages there will be in the end: those of the document, or of its preview. */
  wanted: number;
  filling: boolean;
  /** Every call of the background loading failed (RDR-READER-75). */
  broken: boolean;
};

export type PageSpan = { from: number; to: number };

const EMPTY: PagesState = {
  pages: new Map(),
  errors: new Map(),
  loading: new Set(),
  wanted: 0,
  filling: false,
  broken: false,
};

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('CLIENT.SETUP', { cause: error });

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.body === 'object' &&
  error.body !== null &&
  'preview_info' in error.body;

/**
 * The pages of one open document: those that are shown come first and by themselves, the rest in chunks behind them, and what
 * changes on the server is fetched again. An older answer never replaces a newer page.
 */
export class DocumentPages {
  private state: PagesState = EMPTY;
  private readonly listeners = new Set<() => void>();
  private span: PageSpan | null = null;
  private current = 0;
  private line = new AbortController();
  /** The revision that a page is known to have reached. */
  private readonly announced = new Map<number, number>();
  /** Pages that may have changed without a word of it. */
  private readonly doubted = new Set<number>();
  private readonly arrived = new Map<number, number>();
  private readonly inFlight = new Map<number, Promise<void>>();
  private readonly tries = new Map<number, number>();
  private gathering: ReturnType<typeof setTimeout> | undefined;
  private isRenewing = false;
  private refused = false;

  constructor(private readonly load: LoadChunk) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): PagesState => this.state;

  private set(part: Partial<PagesState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }

  /** Begins, or begins again after `stop`. */
  start(): void {
    if (this.line.signal.aborted) this.line = new AbortController();
  }

  /** Ends every call and timer. */
  stop(): void {
    this.line.abort();
    clearTimeout(this.gathering);
    this.gathering = undefined;
    this.inFlight.clear();
    this.isRenewing = false;
    this.set({ filling: false, loading: new Set() });
  }

  /** The pages the reader may see, null while nobody knows. */
  setSpan(span: PageSpan | null): void {
    this.span = span;
    const pages = new Map([...this.state.pages].filter(([number]) => span === null || this.isWanted(number)));
    this.set({ pages, wanted: span ? span.to - span.from + 1 : 0 });
  }

  private isWanted(number: number): boolean {
    return this.span !== null && number >= this.span.from && number <= this.span.to;
  }

  /** Takes pages in; those that are known in a newer form stay as they are. */
  put(pages: readonly ReaderPage[]): void {
    if (pages.length === 0) return;
    const next = new Map(this.state.pages);
    const errors = new Map(this.state.errors);
    for (const page of pages) {
      const known = next.get(page.page_number);
      this.doubted.delete(page.page_number);
      this.arrived.set(page.page_number, Date.now());
      if (known && known.revision > page.revision) continue;
      next.set(page.page_number, page);
      errors.delete(page.page_number);
      if (!(page.revision < (this.announced.get(page.page_number) ?? 0))) this.tries.delete(page.page_number);
    }
    this.set({ pages: next, errors });
  }

  /** Takes in pages that were kept; those that are here already are newer. */
  add(pages: readonly ReaderPage[]): void {
    this.put(pages.filter((page) => !this.state.pages.has(page.page_number)));
  }

  /** Forgets what is here but for one page. */
  clear(but: number | null): void {
    const kept = but === null ? undefined : this.state.pages.get(but);
    this.doubted.clear();
    this.set({ pages: new Map(kept ? [[kept.page_number, kept]] : []) });
  }

  private isStale(number: number): boolean {
    const known = this.state.pages.get(number);
    if (known === undefined) return false;
    return this.doubted.has(number) || known.revision < (this.announced.get(number) ?? 0);
  }

  /**
   * The page that is read now: fetched when it is missing, out of date or not ready (which also tells the pipeline where the
   * reader stands), or when the addresses of its pictures are over.
   */
  show(number: number): void {
    this.current = number;
    if (!this.isWanted(number)) return;
    const known = this.state.pages.get(number);
    const isFresh = Date.now() - (this.arrived.get(number) ?? 0) < FRESH_MS;
    if (
      !known ||
      this.isStale(number) ||
      (!isSettled(known) && !isFresh) ||
      imageAddresses(known).some(isAddressOver)
    )
      void this.fetchOne(number);
  }

  /** Fetches one page by itself; twice at once is once. */
  async fetchOne(number: number): Promise<void> {
    const running = this.inFlight.get(number);
    if (running) return running;
    const { signal } = this.line;
    const run = async () => {
      const errors = new Map(this.state.errors);
      errors.delete(number);
      this.set({ loading: new Set(this.state.loading).add(number), errors });
      try {
        const { pages } = await this.load({ page: number + 1, per_page: 1 }, signal);
        if (!pages.some((page) => page.page_number === number)) throw new ApiError('HTTP', { status: 404 });
        if (!signal.aborted) this.put(pages);
      } catch (error) {
        if (!signal.aborted) this.set({ errors: new Map(this.state.errors).set(number, asApiError(error)) });
      }
      if (signal.aborted) return;
      this.inFlight.delete(number);
      const loading = new Set(this.state.loading);
      loading.delete(number);
      this.set({ loading });
      this.askAgain(number);
    };
    const promise = run();
    if (!signal.aborted) this.inFlight.set(number, promise);
    return promise;
  }

  /** An answer may be older than the news that made us ask. */
  private askAgain(number: number): void {
    if (!this.isStale(number)) return;
    const tries = (this.tries.get(number) ?? 0) + 1;
    this.tries.set(number, tries);
    if (tries > MOST_TRIES) return;
    const { signal } = this.line;
    setTimeout(
      () => {
        if (!signal.aborted && this.isStale(number)) void this.fetchOne(number);
      },
      tries === 1 ? 0 : AGAIN_MS,
    );
  }

  /** News of a page: its state is shown at once, its text is fetched; at once for the one that is read. */
  hear(event: PageChangedEvent): void {
    const number = event.page_number;
    const known = this.state.pages.get(number);
    if (known && known.revision >= event.revision) return;
    if (event.revision <= (this.announced.get(number) ?? -1)) return;
    this.announced.set(number, event.revision);
    if (known) {
      const pages = new Map(this.state.pages);
      pages.set(number, { ...known, status: event.status, translation_status: event.translation_status });
      this.set({ pages });
    }
    if (number === this.current) void this.fetchOne(number);
    else if (known) this.gather();
  }

  /** Changes may have been missed: every page is asked for again. */
  doubt(): void {
    for (const number of this.state.pages.keys()) this.doubted.add(number);
    this.gather(0);
  }

  private gather(after = GATHER_MS): void {
    if (this.gathering !== undefined || this.isRenewing) return;
    this.gathering = setTimeout(() => {
      this.gathering = undefined;
      void this.renew();
    }, after);
  }

  /** Fetches what is out of date in small chunks, nearest to the reader first; each chunk once. */
  private async renew(): Promise<void> {
    const { signal } = this.line;
    const asked = new Set<number>();
    this.isRenewing = true;
    for (;;) {
      const stale = [...this.state.pages.keys()].filter(
        (number) => this.isStale(number) && !asked.has(Math.floor(number / NEIGHBOURS)),
      );
      const nearest = this.nearest(stale);
      if (nearest === undefined) break;
      const chunk = Math.floor(nearest / NEIGHBOURS);
      asked.add(chunk);
      try {
        const { pages } = await this.load({ page: chunk + 1, per_page: NEIGHBOURS }, signal);
        if (signal.aborted) return;
        this.put(pages);
      } catch {
        if (signal.aborted) return;
      }
      await this.pause(CALL_PAUSE_MS);
      if (signal.aborted) return;
    }
    this.isRenewing = false;
  }

  /** What the reader will want first: people read on more than back. */
  private nearest(numbers: readonly number[]): number | undefined {
    const way = (one: number) => (one >= this.current ? one - this.current : 2 * (this.current - one));
    return numbers.reduce<number | undefined>(
      (best, one) => (best === undefined || way(one) < way(best) ? one : best),
      undefined,
    );
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  private missingIn({ from, to }: PageSpan): number[] {
    const missing: number[] = [];
    for (let number = from; number <= to; number += 1) {
      if (!this.state.pages.has(number)) missing.push(number);
    }
    return missing;
  }

  /**
   * Loads every page that is missing, in the background: the neighbours of the one that is read, then chunk by chunk, nearest
   * first. A chunk that fails is passed over (RDR-READER-52); a refusal because of the preview ends it (RDR-READER-49).
   */
  async fill(): Promise<void> {
    if (this.state.filling || this.span === null || this.refused) return;
    const { signal } = this.line;
    const tried = new Set<string>();
    let failed = 0;
    let came = 0;
    this.set({ filling: true, broken: false });
    for (let size = NEIGHBOURS; !this.refused; size = MAX_PAGES_PER_CHUNK) {
      const open = this.missingIn(this.span).filter(
        (number) => !tried.has(`${size}/${Math.floor(number / size)}`),
      );
      const nearest = this.nearest(open);
      if (nearest === undefined) {
        if (size === MAX_PAGES_PER_CHUNK) break;
        continue;
      }
      const chunk = Math.floor(nearest / size);
      tried.add(`${size}/${chunk}`);
      try {
        const { pages } = await this.load({ page: chunk + 1, per_page: size }, signal);
        came += 1;
        for (let at = 0; at < pages.length && !signal.aborted; at += MERGE_PAGES) {
          if (at > 0) await this.pause(MERGE_PAUSE_MS);
          if (!signal.aborted) this.put(pages.slice(at, at + MERGE_PAGES));
        }
      } catch (error) {
        if (signal.aborted) return;
        failed += 1;
        this.refused = isRefusal(error);
      }
      if (signal.aborted) return;
      await this.pause(CALL_PAUSE_MS);
      if (signal.aborted) return;
    }
    this.set({ filling: false, broken: failed > 0 && came === 0 && !this.refused });
  }
}
