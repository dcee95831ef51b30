import {
  MAX_PAGES_PER_CHUNK,
  type PageChangedEvent,
  type PagesResponse,
  type ReaderPage,
} from '@hamkhan/contracts/http/documents';
import { ApiError, toApiError } from '../../../shared/api/api-error.js';
import { imageAddresses, isAddressExpired } from '../lib/image-address.js';
import { isInSpan, type PageSpan } from '../lib/readable-span.js';
import { isSettled } from '../lib/shown-text.js';
import { PageFreshness } from './page-freshness.js';
import { missingPages, nearestPage } from './page-order.js';
import { NO_PAGES, type PagesState } from './pages-state.js';

/** Pages of a chunk are merged this many at a time, with a pause between, so that the screen stays responsive (decisions.md G09). */
const MERGE_PAGES = 50;
const MERGE_PAUSE_MS = 50;
const CALL_PAUSE_MS = 100;
/** The pages around the first one come in one small call before the large ones. */
const NEIGHBOUR_PAGES = 10;
/** Changes of pages off the screen are collected for this long and then fetched together. */
const REFRESH_DELAY_MS = 1500;
/** A page still stale after an immediate retry is requested again after this long. */
const RETRY_DELAY_MS = 1000;

/** Fetches one chunk; `page` is one-based. */
export type LoadChunk = (
  query: { page: number; per_page: number },
  signal: AbortSignal,
) => Promise<PagesResponse>;

const isPreviewRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.body === 'object' &&
  error.body !== null &&
  'preview_info' in error.body;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The pages of one open document. The page on screen is fetched on its own, the rest in chunks in the background, and pages
 * that change on the server are fetched again. An older response never replaces a newer page.
 */
export class DocumentPages {
  private state: PagesState = NO_PAGES;
  private readonly listeners = new Set<() => void>();
  private readonly freshness = new PageFreshness();
  private span: PageSpan | null = null;
  private current = 0;
  private aborter = new AbortController();
  private readonly inFlight = new Map<number, Promise<void>>();
  private refreshTimer: ReturnType<typeof setTimeout> | undefined;
  private isRefreshing = false;
  private isRefused = false;

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

  /** Allows calls, also again after `stop`. */
  start(): void {
    if (this.aborter.signal.aborted) this.aborter = new AbortController();
  }

  /** Ends every call and timer. */
  stop(): void {
    this.aborter.abort();
    clearTimeout(this.refreshTimer);
    this.refreshTimer = undefined;
    this.inFlight.clear();
    this.isRefreshing = false;
    this.set({ loadingMissing: false, loading: new Set() });
  }

  /** Sets the pages the user may read; null while they are unknown. */
  setSpan(span: PageSpan | null): void {
    this.span = span;
    const pages = new Map(
      [...this.state.pages].filter(([number]) => span === null || isInSpan(span, number)),
    );
    this.set({ pages, expected: span ? span.to - span.from + 1 : 0 });
  }

  /** Stores pages, except those already known in a newer revision. */
  merge(pages: readonly ReaderPage[]): void {
    if (pages.length === 0) return;
    const next = new Map(this.state.pages);
    const errors = new Map(this.state.errors);
    for (const page of pages) {
      const known = next.get(page.page_number);
      this.freshness.markFetched(page);
      if (known && known.revision > page.revision) continue;
      next.set(page.page_number, page);
      errors.delete(page.page_number);
      this.freshness.markMerged(page);
    }
    this.set({ pages: next, errors });
  }

  /** Stores pages from the browser's cache; a page already here is newer. */
  addCached(pages: readonly ReaderPage[]): void {
    this.merge(pages.filter((page) => !this.state.pages.has(page.page_number)));
  }

  /** Drops every page except `number`. */
  clearExcept(number: number | null): void {
    const kept = number === null ? undefined : this.state.pages.get(number);
    this.freshness.clearSuspected();
    this.set({ pages: new Map(kept ? [[kept.page_number, kept]] : []) });
  }

  private isStale(number: number): boolean {
    const known = this.state.pages.get(number);
    return known !== undefined && this.freshness.isStale(known);
  }

  /**
   * Makes `number` the page on screen. It is fetched when it is missing, stale, has expired image addresses, or is not ready
   * (the call also tells the pipeline where the user is).
   */
  setCurrent(number: number): void {
    this.current = number;
    if (this.span === null || !isInSpan(this.span, number)) return;
    const known = this.state.pages.get(number);
    if (
      !known ||
      this.isStale(number) ||
      (!isSettled(known) && !this.freshness.wasFetchedRecently(number)) ||
      imageAddresses(known).some(isAddressExpired)
    )
      void this.fetchPage(number);
  }

  /** Fetches one page on its own; concurrent calls for the same page share one request. */
  async fetchPage(number: number): Promise<void> {
    const running = this.inFlight.get(number);
    if (running) return running;
    const { signal } = this.aborter;
    const run = async () => {
      const errors = new Map(this.state.errors);
      errors.delete(number);
      this.set({ loading: new Set(this.state.loading).add(number), errors });
      try {
        const { pages } = await this.load({ page: number + 1, per_page: 1 }, signal);
        if (!pages.some((page) => page.page_number === number)) throw new ApiError('HTTP', { status: 404 });
        if (!signal.aborted) this.merge(pages);
      } catch (error) {
        if (!signal.aborted) this.set({ errors: new Map(this.state.errors).set(number, toApiError(error)) });
      }
      if (signal.aborted) return;
      this.inFlight.delete(number);
      const loading = new Set(this.state.loading);
      loading.delete(number);
      this.set({ loading });
      this.retryIfStale(number);
    };
    const promise = run();
    if (!signal.aborted) this.inFlight.set(number, promise);
    return promise;
  }

  /** The response may be older than the event that caused the request. */
  private retryIfStale(number: number): void {
    if (!this.isStale(number)) return;
    const retry = this.freshness.nextRetry(number);
    if (retry === null) return;
    const { signal } = this.aborter;
    setTimeout(
      () => {
        if (!signal.aborted && this.isStale(number)) void this.fetchPage(number);
      },
      retry === 1 ? 0 : RETRY_DELAY_MS,
    );
  }

  /** Shows the new status of a page at once and fetches its text: now for the page on screen, with others later. */
  applyPageChanged(event: PageChangedEvent): void {
    const number = event.page_number;
    const known = this.state.pages.get(number);
    if (known && known.revision >= event.revision) return;
    if (!this.freshness.announce(event)) return;
    if (known) {
      const pages = new Map(this.state.pages);
      pages.set(number, { ...known, status: event.status, translation_status: event.translation_status });
      this.set({ pages });
    }
    if (number === this.current) void this.fetchPage(number);
    else if (known) this.scheduleRefresh();
  }

  /** Fetches every page again, because events may have been missed. */
  refreshAll(): void {
    this.freshness.suspect(this.state.pages.keys());
    this.scheduleRefresh(0);
  }

  private scheduleRefresh(after = REFRESH_DELAY_MS): void {
    if (this.refreshTimer !== undefined || this.isRefreshing) return;
    this.refreshTimer = setTimeout(() => {
      this.refreshTimer = undefined;
      void this.refreshStale();
    }, after);
  }

  /** Fetches stale pages in small chunks, nearest to the page on screen first; each chunk once. */
  private async refreshStale(): Promise<void> {
    const { signal } = this.aborter;
    const requested = new Set<number>();
    this.isRefreshing = true;
    for (;;) {
      const stale = [...this.state.pages.keys()].filter(
        (number) => this.isStale(number) && !requested.has(Math.floor(number / NEIGHBOUR_PAGES)),
      );
      const nearest = nearestPage(stale, this.current);
      if (nearest === undefined) break;
      const chunk = Math.floor(nearest / NEIGHBOUR_PAGES);
      requested.add(chunk);
      try {
        const { pages } = await this.load({ page: chunk + 1, per_page: NEIGHBOUR_PAGES }, signal);
        if (signal.aborted) return;
        this.merge(pages);
      } catch {
        if (signal.aborted) return;
      }
      await pause(CALL_PAUSE_MS);
      if (signal.aborted) return;
    }
    this.isRefreshing = false;
  }

  /**
   * Loads every missing page in the background: first the neighbours of the page on screen, then chunk by chunk, nearest first.
   * A failed chunk is skipped (RDR-READER-52); a refusal because of the preview ends the loading (RDR-READER-49).
   */
  async loadMissing(): Promise<void> {
    if (this.state.loadingMissing || this.span === null || this.isRefused) return;
    const { signal } = this.aborter;
    const requested = new Set<string>();
    let failed = 0;
    let succeeded = 0;
    this.set({ loadingMissing: true, failed: false });
    for (let size = NEIGHBOUR_PAGES; !this.isRefused; size = MAX_PAGES_PER_CHUNK) {
      const open = missingPages(this.span, this.state.pages).filter(
        (number) => !requested.has(`${size}/${Math.floor(number / size)}`),
      );
      const nearest = nearestPage(open, this.current);
      if (nearest === undefined) {
        if (size === MAX_PAGES_PER_CHUNK) break;
        continue;
      }
      const chunk = Math.floor(nearest / size);
      requested.add(`${size}/${chunk}`);
      try {
        const { pages } = await this.load({ page: chunk + 1, per_page: size }, signal);
        succeeded += 1;
        await this.mergeSlowly(pages, signal);
      } catch (error) {
        if (signal.aborted) return;
        failed += 1;
        this.isRefused = isPreviewRefusal(error);
      }
      if (signal.aborted) return;
      await pause(CALL_PAUSE_MS);
      if (signal.aborted) return;
    }
    this.set({ loadingMissing: false, failed: failed > 0 && succeeded === 0 && !this.isRefused });
  }

  private async mergeSlowly(pages: readonly ReaderPage[], signal: AbortSignal): Promise<void> {
    for (let at = 0; at < pages.length && !signal.aborted; at += MERGE_PAGES) {
      if (at > 0) await pause(MERGE_PAUSE_MS);
      if (!signal.aborted) this.merge(pages.slice(at, at + MERGE_PAGES));
    }
  }
}
