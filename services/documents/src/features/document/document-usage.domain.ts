/** What a user's documents occupy. Pages whose translation waits for a person are not in work. */
export type DocumentUsage = { pagesInWork: number; bytesInWork: number; bytesStored: number };

/** A document without a page count yet counts as this many pages in work. */
export const ASSUMED_PAGES = 100;
