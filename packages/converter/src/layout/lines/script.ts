import { unicodeForm } from '@hamkhan/contracts/unicode-form';

/** Classes of characters by Unicode properties. */

const MEMO_LIMIT = 20_000;

/** Caches results for characters: a page asks for the same ones hundreds of thousands of times. */
const remembered = <T>(answer: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const fresh = answer(text);
    if (known.size < MEMO_LIMIT) known.set(text, fresh);
    return fresh;
  };
};

const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uff60\uffe0-\uffe6]/u;
const LETTER = /\p{L}/u;
const MARK = /^\p{M}+$/u;

/** Whether the text has a right-to-left letter. Arabic-Indic digits don't count: they run left to right. */
export const hasRtlLetter = (text: string): boolean =>
  text.length < 4 ? isRtlText(text) : RTL.test(text) && LETTER.test(text);

const isRtlText = remembered((text) => RTL.test(text) && LETTER.test(text));

/** Han, kana or full-width punctuation: written without spaces between words. */
export const isCjk = remembered((char) => CJK.test(char));

export const isCombining = remembered((text) => text.length > 0 && MARK.test(text));

export const lastCharOf = (text: string): string => {
  const chars = text.slice(-2);
  const code = chars.codePointAt(0);
  return code !== undefined && code > 0xffff ? chars : text.slice(-1);
};

export const firstCharOf = (text: string): string => {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
};

/** Whether two texts are joined without a space: both sides are Chinese or Japanese. */
export const joinsWithoutSpace = (before: string, after: string): boolean => {
  const left = lastCharOf(before);
  const right = firstCharOf(after);
  return isCjk(left) && isCjk(right);
};

/** `rtl` if most letters are written from right to left. */
export const directionOfText = (text: string): 'ltr' | 'rtl' => {
  let rtl = 0;
  let ltr = 0;
  for (const char of text) {
    if (RTL.test(char)) rtl += LETTER.test(char) ? 1 : 0;
    else if (LETTER.test(char)) ltr += 1;
  }
  return rtl > ltr ? 'rtl' : 'ltr';
};

const LIGATURES = /[\ufb00-\ufb4f]/u;
const ARABIC_FORMS = /[\ufb50-\ufdff\ufe70-\ufeff]/u;
// Private-use code points of Symbol and Wingdings bullets, as Word writes them.
const SYMBOL_BULLETS: Record<string, string> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0a8': '▪',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
  '\uf076': '❖',
  '\uf0e0': '→',
  '\uf02d': '−',
  '\uf06f': '▫',
};

/** Replaces presentation forms by plain characters: Latin ligatures, Arabic and Hebrew shaped letters, bullets of Word's symbol fonts. */
export const plainGlyphText = remembered((text: string): string => {
  const bullet = SYMBOL_BULLETS[text];
  if (bullet) return bullet;
  if (LIGATURES.test(text) || ARABIC_FORMS.test(text)) return unicodeForm('NFKC', text);
  return text;
});

/** Replaces a glyph without a known character. At the start of a line it is a bullet; elsewhere it is dropped. */
export const UNREADABLE = '\ufffd';

/** Whether a character shows that the font map is broken: private use, control, replacement or unassigned. */
export const isGarbageChar = remembered((char) => /[\p{Co}\p{Cn}\p{Cs}\ufffd]|(?!\s)\p{Cc}/u.test(char));
