import type { SourceLanguage } from '@hamkhan/contracts/languages';

/** Fewer characters on a page are usually a stamp or a footer. */
const MIN_CHARACTERS = 25;
/** With a lower share of word-like tokens, the page is recognised again by OCR. */
const GOOD_SHARE = 0.86;

const SCRIPTS: Partial<Record<SourceLanguage, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  ru: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
};

/** Lower-case letters with or without a capital, all capitals, or a number, with usual punctuation around it. */
const WORD_LIKE =
  /^[\p{Ps}\p{Pi}\p{Pf}"'«„]*(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+(?:[-'’·]\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+)*|\p{Lu}[\p{Lu}\p{M}'’-]+|[\p{Nd}.,:/%-]*\p{Nd}[\p{Nd}.,:/%-]*|\p{Lo}[\p{Lo}\p{Nd}]*)[\p{Pe}\p{Pf}\p{Pi}\p{Po}"'-]*$/u;
/** One-letter words of the source languages. */
const SHORT_WORDS = /^[aàáâeéèiouyAÀIOÔYEUвикосуяоВИКОСУЯОא-ת\u0621-\u064a\p{Script=Han}]$/u;
const LONE_PUNCTUATION = /^[\p{P}\p{S}]+$/u;

/** Whitespace, dashes and full-width punctuation, which separate words. */
const BETWEEN_WORDS = /[\s\u2010-\u2015/\u3000-\u303f\uff01-\uff0f\uff1a-\uff20]+/;

/** The share, 0 to 1, of tokens that look like words, weighted by length. */
export const wordLikeShare = (text: string): number => {
  let good = 0;
  let total = 0;
  for (const token of text.split(BETWEEN_WORDS)) {
    if (token === '' || (LONE_PUNCTUATION.test(token) && token.length < 4)) continue;
    const letters = token.replace(/[^\p{L}\p{N}]/gu, '');
    const weight = Math.min(6, Math.max(1, token.length));
    total += weight;
    const isWord =
      letters.length === 1
        ? SHORT_WORDS.test(letters) || /\p{N}/u.test(letters)
        : WORD_LIKE.test(token.slice(0, 80));
    if (isWord) good += weight;
  }
  return total === 0 ? 0 : good / total;
};

/** `text`: a usable layer; `poor`: OCR may be better; `none`: almost no text, or the wrong script. */
export type LayerVerdict = 'text' | 'poor' | 'none';

/** Judges whether the text layer of a scanned page is usable. */
export const judgeLayer = (text: string, language: SourceLanguage): LayerVerdict => {
  const solid = text.replace(/\s+/g, '');
  if (solid.length < MIN_CHARACTERS) return 'none';
  const own = SCRIPTS[language];
  const ownLetters = own ? [...solid].filter((char) => own.test(char)).length : 0;
  if (own && ownLetters < 0.05 * solid.length && solid.length > 80) {
    const odd = [...solid].filter((char) => /[\u0080-\u02ff\ufffd]/u.test(char)).length;
    if (odd > 0.3 * solid.length) return 'none';
  }
  return wordLikeShare(text) >= GOOD_SHARE ? 'text' : 'poor';
};
