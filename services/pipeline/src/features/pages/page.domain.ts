import type { PageStage } from './page.schema.js';

/** Pages from the reader's on that go before everything else (architecture.md §4). */
export const READER_WINDOW = 6;
/** One more is extracted with them: the last page of the window may end in a paragraph that goes on there. */
const windowOf = (stage: PageStage): number => READER_WINDOW + (stage === 'extract' ? 1 : 0);
/** Pages that moving the reader may touch. */
export const WIDEST_WINDOW = READER_WINDOW + 1;
/** Below any rank a page gets by its place, so that what a person waits for is first in every queue. */
const READER_RANK = -1_000_000;
/** A page's polished version goes a little after the drafts of the pages that follow it. */
const POLISH_DELAY = 3;

export const MAX_ATTEMPTS = 3;
/** A page that brought this many workers down is the cause, not the victim. */
export const MAX_CRASHES = 5;
const RETRY_BASE_MS = 2_000;

/** The id of a page, the same in every retry and for every worker. */
export const pageId = (documentId: string, pageNumber: number): string => `${documentId}:${pageNumber}`;

/**
 * Where a page stands in the queues. By its place in the document, so that each document's first pages come before any
 * document's later ones: a book of 900 pages never starves another's first page. The reader's window goes first.
 */
export function rankOf(pageNumber: number, stage: PageStage, reader: number | null): number {
  const delay = delayOf(stage);
  if (reader !== null && pageNumber >= reader && pageNumber < reader + windowOf(stage)) {
    return READER_RANK + (pageNumber - reader) + delay;
  }
  return pageNumber + delay;
}

/** Whether somebody is likely to look at the page already: a document's first, or one in a reader's window. */
export const isAwaitedRank = (rank: number): boolean => rank <= 0;

/** What a step from stage to stage adds to a page's rank, wherever a reader has put it meanwhile. */
export const rankStep = (from: PageStage, to: PageStage): number => delayOf(to) - delayOf(from);

/** How long a page with an open end waits for the text of the next page; less when a reader waits. A later neighbour joins it then. */
const HOLD_MS = 60_000;
const HOLD_FOR_READER_MS = 3_000;
const LOOK_AGAIN_MS = { least: 100, most: 1_000 };

/**
 * How long to wait until the text of the next page is looked for again; null when the page has waited long enough. `rank` is the
 * page's; waiting begins at `heldSince`.
 */
export function holdMs(rank: number, heldSince: Date | null, now: Date): number | null {
  const held = heldSince === null ? 0 : now.getTime() - heldSince.getTime();
  if (held >= (isAwaitedRank(rank) ? HOLD_FOR_READER_MS : HOLD_MS)) return null;
  return Math.min(LOOK_AGAIN_MS.most, Math.max(LOOK_AGAIN_MS.least, held));
}

const delayOf = (stage: PageStage): number => (stage === 'translate2' ? POLISH_DELAY : 0);

/** Milliseconds before try number `attempts` + 1: doubling, with up to a half more so that failures don't march in step. */
export const retryDelayMs = (attempts: number, random: number = Math.random()): number =>
  Math.round(RETRY_BASE_MS * 2 ** Math.max(0, attempts - 1) * (1 + random / 2));

/** Whether a page that failed `attempts` times and brought down `crashes` workers is given up. */
export const isExhausted = (attempts: number, crashes: number): boolean =>
  attempts >= MAX_ATTEMPTS || crashes >= MAX_CRASHES;
