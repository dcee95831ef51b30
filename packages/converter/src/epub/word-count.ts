/** Words for each Chinese character, so that pages take equally long to read. */
const WORDS_PER_CJK = 0.6;

/** An inline formula of the content model. Other dollar signs beside it are escaped. */
const FORMULA = /(?<!\\)\$(?:\\.|[^$\\])+\$/g;

/** Length of a text in words. A formula counts as one word, however it is written. */
export const countWords = (text: string): number => {
  let cjk = 0;
  const rest = text
    .replace(FORMULA, ' x ')
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, () => {
      cjk += 1;
      return ' ';
    });
  const words = rest.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.round(words + cjk * WORDS_PER_CJK);
};
