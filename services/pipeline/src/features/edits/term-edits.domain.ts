import { termsIn } from '../translation-memory/memory-key.domain.js';

type Term = { term: string; translation: string };
/** An original text with its translation before and after an edit. */
export type EditedText = { source: string; before: string; after: string };

const MAX_LENGTH = 120;
const LETTER = /\p{L}/u;
const LITERAL = /[\\^$.*+?()[\]{}|/]/g;
const literal = (text: string): string => text.replace(LITERAL, '\\$&');

/**
 * The terms that got a new translation: in a text nothing but the term was replaced, and each occurrence by the same words. Other
 * edits may concern style rather than the term.
 */
export function termEdits<T extends Term>(terms: readonly T[], texts: readonly EditedText[]): T[] {
  const changed = new Map<string, T>();
  for (const { source, before, after } of texts) {
    for (const term of termsIn(source, terms)) {
      const translation = replacementOf(term.translation, before, after);
      if (translation !== null) changed.set(term.term, { ...term, translation });
    }
  }
  return [...changed.values()];
}

/** The text in `after` that replaces each `old` of `before`; null if anything else changed. */
function replacementOf(old: string, before: string, after: string): string | null {
  if (old === '' || before === after) return null;
  const parts = before.split(
    new RegExp(`(?<![\\p{L}\\p{M}\u200c])${literal(old)}(?![\\p{L}\\p{M}\u200c])`, 'u'),
  );
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return null;
  // The other parts are unchanged, so the lengths of both texts give the length of the replacement.
  const unchanged = parts.reduce((sum, part) => sum + part.length, 0);
  const length = (after.length - unchanged) / rest.length;
  if (!Number.isInteger(length) || length < 1) return null;
  const replacement = after.slice(first.length, first.length + length);
  if (parts.join(replacement) !== after) return null;
  const found = replacement.trim();
  const isValid = found !== old && found.length <= MAX_LENGTH && LETTER.test(found);
  return isValid && !found.includes('\n') ? found : null;
}
