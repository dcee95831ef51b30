import { foldForSearch } from '../folding.js';
import type { PageText } from '../page-text.js';
import type { TextRange } from './item-place.js';

export type Word = TextRange & { folded: string };

const WORD = /[\p{L}\p{N}\p{M}\u200c\u200d]+/gu;
/** Scripts without spaces between words. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The folded words of a text without punctuation. In a script without spaces, each character is a word. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const add = (start: number, word: string): void => {
    const folded = foldForSearch(word);
    if (folded !== '') words.push({ folded, start, end: start + word.length });
  };
  for (const match of text.matchAll(WORD)) {
    if (!UNSPACED.test(match[0])) {
      add(match.index, match[0]);
      continue;
    }
    let at = match.index;
    for (const sign of match[0]) {
      add(at, sign);
      at += sign.length;
    }
  }
  return words;
}

const wordsByPage = new WeakMap<PageText, Word[]>();

/** The words of a page, cached for as long as the page is in memory. */
export function pageWords(page: PageText): Word[] {
  const words = wordsByPage.get(page) ?? wordsOf(page.text);
  wordsByPage.set(page, words);
  return words;
}

/** Index of the first word that ends after `at`, by binary search. */
export function wordAfter(words: readonly Word[], at: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
