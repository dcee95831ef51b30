import type { SpokenItem } from '@hamkhan/contracts/content';

/** What is heard at a moment: the item, and its sentence where the pipeline told the sentences apart. */
export type SpokenPlace = { id: string; sentence: string | null };

/** What is heard at `at` seconds; in the silence after an item it is still that item. Null before the first. */
export const spokenAt = (items: readonly SpokenItem[], at: number): SpokenPlace | null => {
  const item = items.findLast(({ start }) => start <= at);
  if (!item) return null;
  const sentence = item.sentences?.findLast(([, , start]) => start <= at);
  return { id: item.id, sentence: sentence ? item.content.slice(sentence[0], sentence[1]) : null };
};

const LITERAL = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Where a sentence stands in shown words: spaces are any space, and the full stop that the voice got at the end of a list entry may be
 * missing. Null where it does not stand there.
 */
export const findSentence = (words: string, sentence: string): { start: number; end: number } | null => {
  const pattern = sentence
    .trim()
    .replace(/\.$/, '')
    .split(/\s+/)
    .map((word) => word.replace(LITERAL, '\\$&'))
    .join('\\s+');
  const found = pattern === '' ? null : new RegExp(`${pattern}\\.?`, 'u').exec(words);
  return found && { start: found.index, end: found.index + found[0].length };
};
