import { termsIn } from '../translation-memory/memory-key.domain.js';

type Term = { term: string; translation: string };
/** A text of the original, what its translation was, and what a person made of it. */
export type EditedText = { source: string; before: string; after: string };

const MAX_LENGTH = 120;
const LETTER = /\p{L}/u;
const LITERAL = /[\\^$.*+?()[\]{}|/]/g;
const literal = (text: string): string => text.replace(LITERAL, '\\$&');

/**
 * Terms that a person has given another form: where nothing but the term was replaced in a text, and by the same words wherever it stands
 * in it. Any other change may be one of style, and says nothing of the term.
 */
export function termEdits<T extends Term>(terms: readonly T[], texts: readonly EditedText[]): T[] {
  const changed = new Map<string, T>();
  for (const { source, before, after } of texts) {
    for (const term of termsIn(source, terms)) {
      const translation = newForm(term.translation, before, after);
      if (translation !== null) changed.set(term.term, { ...term, translation });
    }
  }
  return [...changed.values()];
}

/** What stands in `after` wherever `form` stood in `before`; null where something else is different too. */
function newForm(form: string, before: string, after: string): string | null {
  if (form === '' || before === after) return null;
  const parts = before.split(
    new RegExp(`(?<![\\p{L}\\p{M}\u200c])${literal(form)}(?![\\p{L}\\p{M}\u200c])`, 'u'),
  );
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return null;
  const pattern = rest.map((part, index) => (index === 0 ? '(.+?)' : '\\1') + literal(part)).join('');
  const found = new RegExp(`^${literal(first)}${pattern}$`, 'su').exec(after)?.[1]?.trim();
  const isForm = found !== undefined && found !== form && found.length <= MAX_LENGTH && LETTER.test(found);
  return isForm && !found.includes('\n') ? found : null;
}
