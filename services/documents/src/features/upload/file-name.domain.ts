const MAX_LENGTH = 200;
/** Control characters, and the ones that turn the direction of what follows: a name must read as what it is. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A file name that is safe to show and to keep: no folders, no control characters, NFC, at most 200 characters. @param kind its extension, where it has no name */
export function cleanFileName(given: string, kind: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  if (/^\.*$/.test(name)) return `document.${kind}`;
  const letters = [...name];
  if (letters.length <= MAX_LENGTH) return name;
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return letters.slice(0, MAX_LENGTH - extension.length).join('') + extension;
}

/** The title of a document that has none of its own. */
export const titleFromFileName = (fileName: string): string =>
  fileName
    .replace(/\.(pdf|epub|djvu?)$/i, '')
    .replace(/_+/g, ' ')
    .trim() || fileName;
