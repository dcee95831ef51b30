import type { TextLine } from '../lines/text-line.js';

/** A list marker at the start of a line, the text after it, and its number in an ordered list. */
export type ListMarker = {
  kind: 'bullet' | 'number' | 'letter' | 'roman';
  marker: string;
  rest: string;
  ordinal: number;
};

const BULLET = /^([•●○◦▪▫■□◆◇►▸➢➤✓✔✗❖‣⁃∙·\u2043]|[-–—*](?=\s))\s*(?=\S)/u;
const NUMBER = /^(\(?([0-9]{1,3}|[٠-٩]{1,3}|[۰-۹]{1,3})[.)．、](?![0-9٠-٩۰-۹])|\(([0-9]{1,3})\))\s*(?=\S)/u;
const LETTER = /^(\(?([a-zа-яא-ת]|[\u0621-\u064a])[.)]|([\u0621-\u064a])\s?[-–](?=\s))\s+(?=\S)/iu;
const ROMAN = /^(\(?([ivxlc]{1,6})[.)])\s+(?=\S)/iu;
const CJK_NUMBER =
  /^(([一二三四五六七八九十]{1,3})、|[（(]([一二三四五六七八九十]{1,3})[）)]|([①-⑳]))\s*(?=\S)/u;

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзиклмнопрстуфхцчшщэюя',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
];
const CJK_DIGITS = '一二三四五六七八九';

const toLatinDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));

const fromRoman = (text: string): number => {
  const values: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
  let total = 0;
  const chars = [...text.toLowerCase()];
  for (const [index, char] of chars.entries()) {
    const value = values[char] ?? 0;
    total += value < (values[chars[index + 1] ?? ''] ?? 0) ? -value : value;
  }
  return total;
};

const fromCjk = (text: string): number => {
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text];
  const digit = (char: string | undefined): number => (char ? CJK_DIGITS.indexOf(char) + 1 : 0);
  return text.includes('十') ? (tens ? digit(tens) : 1) * 10 + digit(ones) : digit(ones);
};

/** The list marker that a text begins with, in the nine source languages; null if there is none. */
export const readListMarker = (text: string): ListMarker | null => {
  const found = (
    match: RegExpExecArray | null,
    kind: ListMarker['kind'],
    ordinal: number,
  ): ListMarker | null => {
    const whole = match?.[0];
    if (whole === undefined) return null;
    return { kind, marker: whole.trim(), rest: text.slice(whole.length).trim(), ordinal };
  };
  const bullet = BULLET.exec(text);
  if (bullet) return found(bullet, 'bullet', 0);
  const number = NUMBER.exec(text);
  if (number) return found(number, 'number', Number(toLatinDigits(number[2] ?? number[3] ?? '0')));
  const cjk = CJK_NUMBER.exec(text);
  if (cjk) {
    const circled = cjk[4]?.codePointAt(0);
    return found(cjk, 'number', circled ? circled - 0x245f : fromCjk(cjk[2] ?? cjk[3] ?? ''));
  }
  const letter = LETTER.exec(text);
  const roman = ROMAN.exec(text);
  if (roman && (!letter || /^[iv]$/i.test(letter[2] ?? '')))
    return found(roman, 'roman', fromRoman(roman[2] ?? ''));
  if (letter) {
    const char = (letter[2] ?? letter[3] ?? '').toLowerCase();
    const alphabet = ALPHABETS.find((letters) => letters.includes(char));
    return found(letter, 'letter', alphabet ? alphabet.indexOf(char) + 1 : 0);
  }
  return null;
};

/** The list marker at the start of a line. */
export const markerOf = (line: TextLine): ListMarker | null =>
  readListMarker(
    line.words
      .map((word) => (word.glued ? word.text : ` ${word.text}`))
      .join('')
      .trim(),
  );
