/** Cached pages are shown while the document's `modified_date` has moved by no more than this, in milliseconds (G40). */
const CACHE_TOLERANCE_MS = 5 * 60_000;

/**
 * What cached pages are worth, from the document's `modified_date` when they were cached and now: valid, shown while they are
 * fetched again in the background, or expired.
 */
export const cacheValidity = (cached: string, fresh: string): 'valid' | 'revalidate' | 'expired' => {
  if (cached === fresh) return 'valid';
  const difference = Math.abs(Date.parse(fresh) - Date.parse(cached));
  return difference <= CACHE_TOLERANCE_MS ? 'revalidate' : 'expired';
};
