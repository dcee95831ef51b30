/** A Chinese character stands for about this many words of a spaced language, so that pages are equally long to read. */
const WORDS_PER_CJK = 0.6;

/** An inline formula of the content model; a dollar sign of the text beside one is escaped. */
const FORMULA = /(?<!\\)\$(?:\\.|[^$\\])+\$/g;

/** How long a text is to read, in words of a language that puts spaces between them. A formula counts as one, however it is written. */
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
