import { unicodeForm } from '@hamkhan/contracts/unicode-form';

const MAX_LENGTH = 200;
/** Control characters and direction overrides, which can disguise a name. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A text on one line, without control characters and direction overrides. */
export const withoutInvisible = (text: string): string =>
  text
    .replace(/[\t\r\n]+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim();

/** A file name that is safe to show and store: no folders, no control characters, NFC, at most 200 characters. @param kind extension of an empty name */
export function cleanFileName(given: string, kind: string): string {
  const base = unicodeForm('NFC', given).split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  if (/^\.*$/.test(name)) return `document.${kind}`;
  const letters = [...name];
  if (letters.length <= MAX_LENGTH) return name;
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return letters.slice(0, MAX_LENGTH - extension.length).join('') + extension;
}

/** Title of a document whose file has none. */
export const titleFromFileName = (fileName: string): string =>
  fileName
    .replace(/\.(pdf|epub|djvu?)$/i, '')
    .replace(/_+/g, ' ')
    .trim() || fileName;
