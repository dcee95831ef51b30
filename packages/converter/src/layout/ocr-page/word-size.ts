import type { Box } from '../geometry/box.js';
import { heightOf } from '../geometry/box.js';

type Word = Box & { text: string };

const DESCENDERS = /[gjpqyçруцщфдQ,;]/u;

/** The lower edges of words without descenders: they stand on the baseline. */
export const feetOf = (words: readonly Word[]): number[] =>
  words.filter(({ text }) => /\p{L}/u.test(text) && !DESCENDERS.test(text)).map(({ y1 }) => y1);

/** The font size of a recognised word, estimated from the height of its box and the letters in it. */
export const fontSizeOf = (word: Word): number => heightOf(word) / heightShareOf(word.text);

/** The share of the font size that a word's box covers: it depends on capitals, ascenders and descenders. */
const heightShareOf = (text: string): number => {
  if (/\p{Script=Han}/u.test(text)) return 0.9;
  if (/[\p{Script=Arabic}]/u.test(text)) return 0.85;
  if (/[\p{Script=Hebrew}]/u.test(text)) return /[ךןףץקל]/u.test(text) ? 0.82 : 0.6;
  const isTall = /[\p{Lu}\p{Nd}bdfhijkltßбфäöüàâáéèêíóúñёй]/u.test(text);
  const isDeep = /[gjpqyçруцщфд,;()Q]/u.test(text);
  return isTall ? (isDeep ? 0.93 : 0.72) : isDeep ? 0.7 : 0.5;
};
