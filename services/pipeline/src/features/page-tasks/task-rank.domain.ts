import { readerRank, READER_WINDOW } from '../pages/page.domain.js';

/** The cover is shown in lists, so it comes before other images, like a page that a reader has open. */
export const COVER_RANK = -1;

/** The pages from the reader's position on whose images have priority. */
export const imageWindow = (reader: number): { from: number; to: number } => ({
  from: reader,
  to: reader + READER_WINDOW - 1,
});

/** The rank of a page image that no reader waits for. */
export const imageRank = (pageNumber: number): number => (pageNumber === 0 ? COVER_RANK : pageNumber);

/** The rank of a page's speech: requested speech comes before speech that is made in advance. */
export const speechRank = (pageNumber: number, isAwaited: boolean): number =>
  isAwaited ? readerRank(pageNumber) : pageNumber;
