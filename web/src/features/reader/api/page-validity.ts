/** Pages kept by the browser serve while the document's `modified_date` has moved by no more than this, in milliseconds (G40). */
export const VALID_MS = 5 * 60_000;

/**
 * What pages kept at `cached` are worth once the server says `fresh`: all of it, worth looking at again in the background, or
 * nothing. Both are `modified_date`s.
 */
export const worthOfCache = (cached: string, fresh: string): 'same' | 'doubtful' | 'over' => {
  if (cached === fresh) return 'same';
  const difference = Math.abs(Date.parse(fresh) - Date.parse(cached));
  return difference <= VALID_MS ? 'doubtful' : 'over';
};
