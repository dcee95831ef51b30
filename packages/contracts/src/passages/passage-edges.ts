import type { TextRange } from './item-place.js';
import type { Quote } from './quote.js';

const LETTER_BEFORE = /[\p{L}\p{N}\p{M}]$/u;
const LETTER_AFTER = /^[\p{L}\p{N}\p{M}]/u;

/** Whether a range cuts words at its edges exactly where the passage did, so that «art» is not found in «cart». */
export function cutsAlike(
  text: string,
  { start, end }: TextRange,
  { exact, prefix, suffix }: Quote,
): boolean {
  const isInside = (before: string, after: string): boolean =>
    LETTER_BEFORE.test(before.slice(-2)) && LETTER_AFTER.test(after);
  const beginsAlike =
    prefix === '' || isInside(prefix, exact) === isInside(text.slice(Math.max(0, start - 2), start), exact);
  const endsAlike = suffix === '' || isInside(exact, suffix) === isInside(exact, text.slice(end, end + 2));
  return beginsAlike && endsAlike;
}

/** The punctuation at the edges of a passage. */
export type Signs = { head: string; tail: string };

export const signsAround = (exact: string): Signs => ({
  head: /^[^\p{L}\p{N}\p{M}]*/u.exec(exact)?.[0] ?? '',
  // From the beginning of a run only: from each of its signs would take quadratic time.
  tail: /(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/u.exec(exact)?.[0] ?? '',
});

/** Extends a range by the punctuation at the edges of the passage, where it still exists. */
export function withSigns(text: string, { start, end }: TextRange, { head, tail }: Signs): TextRange {
  return {
    start: head && text.endsWith(head, start) ? start - head.length : start,
    end: tail && text.startsWith(tail, end) ? end + tail.length : end,
  };
}
