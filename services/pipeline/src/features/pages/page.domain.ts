import type { PageStage } from './page.schema.js';

/** Pages from the reader's on that go before everything else (architecture.md §4). */
export const READER_WINDOW = 6;
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
  if (reader !== null && pageNumber >= reader && pageNumber < reader + READER_WINDOW) {
    return READER_RANK + (pageNumber - reader) + delay;
  }
  return pageNumber + delay;
}

/** What a step from stage to stage adds to a page's rank, wherever a reader has put it meanwhile. */
export const rankStep = (from: PageStage, to: PageStage): number => delayOf(to) - delayOf(from);

const delayOf = (stage: PageStage): number => (stage === 'translate2' ? POLISH_DELAY : 0);

/** Milliseconds before try number `attempts` + 1: doubling, with up to a half more so that failures don't march in step. */
export const retryDelayMs = (attempts: number, random: number = Math.random()): number =>
  Math.round(RETRY_BASE_MS * 2 ** Math.max(0, attempts - 1) * (1 + random / 2));

/** Whether a page that failed `attempts` times and brought down `crashes` workers is given up. */
export const isExhausted = (attempts: number, crashes: number): boolean =>
  attempts >= MAX_ATTEMPTS || crashes >= MAX_CRASHES;
