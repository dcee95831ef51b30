import type { SpokenItem } from '@hamkhan/contracts/content';

/** What is spoken at a moment: the item, and its sentence if the pipeline stored sentences. */
export type SpokenSentence = { id: string; sentence: string | null };

/** What is spoken at `time` seconds; during a pause the item before it. Null before the first item. */
export const spokenAt = (items: readonly SpokenItem[], time: number): SpokenSentence | null => {
  const item = items.findLast(({ start }) => start <= time);
  if (!item) return null;
  const sentence = item.sentences?.findLast(([, , start]) => start <= time);
  return { id: item.id, sentence: sentence ? item.content.slice(sentence[0], sentence[1]) : null };
};

const REGEX_CHARACTERS = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Finds a sentence in rendered text, with any whitespace between words, and without the full stop that was added to list
 * entries for speech. Null when it is not there.
 */
export const findSentence = (words: string, sentence: string): { start: number; end: number } | null => {
  const pattern = sentence
    .trim()
    .replace(/\.$/, '')
    .split(/\s+/)
    .map((word) => word.replace(REGEX_CHARACTERS, '\\$&'))
    .join('\\s+');
  const found = pattern === '' ? null : new RegExp(`${pattern}\\.?`, 'u').exec(words);
  return found && { start: found.index, end: found.index + found[0].length };
};
