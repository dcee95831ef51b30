import type { PageText } from '../page-text.js';
import { findChanged } from './changed-match.js';
import { itemAt, rangeAt } from './item-place.js';
import type { ItemPlace, TextRange } from './item-place.js';
import { cutsAlike } from './passage-edges.js';
import { contextAt, patternOf } from './pattern.js';
import type { Quote } from './quote.js';
import { bestVerbatim } from './verbatim-match.js';

/**
 * Finds a passage again on its page, in this order: at its item and offsets; with the same words in that item; with the same
 * words anywhere on the page, where the context decides between several; with some words changed, if enough of the passage
 * and its context is left. Words are compared folded. A short passage outside its item needs its context, too.
 * @param quotes the passage as it is now, then its earlier versions
 * @returns null if the passage is not on the page
 */
export function findPassage(
  page: PageText,
  place: ItemPlace | null,
  quotes: readonly Quote[],
): TextRange | null {
  const at = place && rangeAt(page, place);
  const item = place && itemAt(page, place);
  const hint = at?.start ?? item?.start ?? 0;
  const current = quotes[0];
  const isUnchanged =
    at !== null &&
    current !== undefined &&
    page.text.slice(at.start, at.end) === current.exact &&
    cutsAlike(page.text, at, current);
  const patterns = quotes.filter(({ exact }) => exact.trim() !== '').map(patternOf);
  const [pattern] = patterns;
  if (isUnchanged && (!pattern || pattern.isDistinct || (contextAt(page, pattern, at) ?? 1) >= 0.5))
    return at;

  if (item) {
    for (const pattern of patterns) {
      const found = bestVerbatim(page, pattern, item, hint);
      if (found && (pattern.isDistinct || (found.context ?? 1) >= 0.34)) return found.range;
    }
  }
  if (isUnchanged) return at;
  const elsewhere = patterns.flatMap((pattern) => {
    const found = bestVerbatim(page, pattern, null, hint);
    return found ? [{ ...found, pattern }] : [];
  });
  const inContext = elsewhere.find(({ context }) => (context ?? 1) >= 0.5);
  if (inContext) return inContext.range;
  const corrected = item && pattern ? findChanged(page, pattern, item) : null;
  if (corrected) return corrected;
  const distinct = elsewhere.find((one) => one.pattern.isDistinct);
  if (distinct) return distinct.range;
  return pattern ? findChanged(page, pattern, null) : null;
}
