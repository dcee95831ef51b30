import type { PageText } from '../page-text.js';
import { wholeCharacter } from './item-place.js';
import type { TextRange } from './item-place.js';

/** A passage with the text before and after it. */
export type Quote = { exact: string; prefix: string; suffix: string };

/** Length of the text that is kept before and after a passage, in UTF-16 units. */
export const CONTEXT_LENGTH = 64;

/** The passage in a range, with its context. */
export function quoteAt({ text }: PageText, { start, end }: TextRange): Quote {
  return {
    exact: text.slice(start, end),
    prefix: text.slice(wholeCharacter(text, Math.max(0, start - CONTEXT_LENGTH)), start),
    suffix: text.slice(end, wholeCharacter(text, Math.min(text.length, end + CONTEXT_LENGTH))),
  };
}
