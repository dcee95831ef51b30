import type { QueueName } from '../work-queue/queues.js';
import type { PageStage } from './page.schema.js';

/** The pages from the reader's position on that have priority (architecture.md §4). */
export const READER_WINDOW = 6;
/** One more page is extracted, because the last paragraph of the window may continue there. */
const windowOf = (stage: PageStage): number => READER_WINDOW + (stage === 'extract' ? 1 : 0);
/** The most pages whose rank a reader's move changes. */
export const WIDEST_WINDOW = READER_WINDOW + 1;
/** Lower than any rank by page number, so that awaited pages are first in every queue. */
const READER_RANK = -1_000_000;
/** The rank of the page at this place behind a reader's position. */
export const readerRank = (offset: number): number => READER_RANK + offset;
/** Level 2 of a page comes after the drafts of the next pages. */
const LEVEL2_DELAY = 3;

export const MAX_ATTEMPTS = 3;
/** A page during which this many workers crashed is assumed to be the cause. */
export const MAX_CRASHES = 5;
const RETRY_BASE_MS = 2_000;

/** The id of a page, the same in every retry and for every worker. */
export const pageId = (documentId: string, pageNumber: number): string => `${documentId}:${pageNumber}`;

/**
 * The rank of a page among the pages of its owner; low ranks come first. It is the page number, so that the first pages of each document
 * come before the later pages of any: a book of 900 pages does not delay the first page of another. The reader's window comes first.
 */
export function rankOf(pageNumber: number, stage: PageStage, reader: number | null): number {
  const delay = delayOf(stage);
  if (reader !== null && pageNumber >= reader && pageNumber < reader + windowOf(stage)) {
    return readerRank(pageNumber - reader) + delay;
  }
  return pageNumber + delay;
}

/** Whether a reader has the page open, or one shortly before it. */
export const isOpenRank = (rank: number): boolean => rank < 0;

/** Whether a reader probably awaits the page: the first of a document, or one in a reader's window. */
export const isAwaitedRank = (rank: number): boolean => rank <= 0;

/** The change of a page's rank between two stages. It does not depend on the reader's position. */
export const rankStep = (from: PageStage, to: PageStage): number => delayOf(to) - delayOf(from);

/** How long a page whose last paragraph may continue waits for the next page. If that page comes later, the paragraph is joined then. */
const HOLD_MS = 60_000;
const HOLD_FOR_READER_MS = 3_000;
const HOLD_POLL_MS = { min: 100, max: 1_000 };

/**
 * The delay before the next check whether the next page has text; null if the page has waited long enough. Waiting began at
 * `heldSince`.
 */
export function holdMs(rank: number, heldSince: Date | null, now: Date): number | null {
  const held = heldSince === null ? 0 : now.getTime() - heldSince.getTime();
  if (held >= (isAwaitedRank(rank) ? HOLD_FOR_READER_MS : HOLD_MS)) return null;
  return Math.min(HOLD_POLL_MS.max, Math.max(HOLD_POLL_MS.min, held));
}

const delayOf = (stage: PageStage): number => (stage === 'translate2' ? LEVEL2_DELAY : 0);

/** Exponential backoff before attempt number `attempts` + 1, with up to 50 % jitter. */
export const retryDelayMs = (attempts: number, random: number = Math.random()): number =>
  Math.round(RETRY_BASE_MS * 2 ** Math.max(0, attempts - 1) * (1 + random / 2));

/** Whether a page has failed or crashed its worker too often to be tried again. */
export const isExhausted = (attempts: number, crashes: number): boolean =>
  attempts >= MAX_ATTEMPTS || crashes >= MAX_CRASHES;

/** The queue whose workers run a stage. */
export const queueOf = (stage: PageStage): QueueName =>
  stage === 'extract' ? 'pipeline.extract' : 'pipeline.translate';
