import { METADATA_LIMITS } from '@hamkhan/contracts/events/pipeline-events';
import { foldLetters } from '@hamkhan/contracts/folding';

/** Control and direction characters, except the joiners, which are part of words. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;
const FRAME = /^[\s"'“”„«»‘’#*.:\-–—[({【]+|[\s"'“”„«»‘’*.:\-–—\])}】]+$/gu;
const COMMA = /[,،，、;؛；]/u;

/** Values of programs and catalogues that are of no use to readers. */
const NO_TAG: readonly RegExp[] = [
  /:\/\/|@|^www\./i,
  /\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|rtf|odt|epub|djvu?|x?html?|txt|jpe?g|png)$/i,
  /^(?:urn|isbn|issn|doi|uuid|lccn|oclc)(?:[\s:\d-]|$)/i,
  /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i,
  /^[0-9a-f]{16,}$/i,
  // BISAC ("FIC028000"), Library of Congress headings and classes ("sh85123315", "PZ7.C6837").
  /^(?:[A-Z]{3}\d{6}|[a-z]{1,3}\d{5,})$/i,
  /^[A-Z]{1,3}\d{1,4}\.[A-Z0-9. ]+$/,
  /^(?:general|unknown|none|n\/a|untitled|null|undefined|unspecified|subject|keywords?)$/i,
];

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

const isTag = (text: string): boolean =>
  text.length <= METADATA_LIMITS.tag &&
  ((lettersOf(text) > 0 && text.length > 1) || /\p{Script=Han}/u.test(text)) &&
  lettersOf(text) >= (text.match(/\p{N}/gu)?.length ?? 0) &&
  !COMMA.test(text) &&
  !NO_TAG.some((junk) => junk.test(text));

/** Tags for display: normalised, without file names, numbers and codes, each once regardless of spelling variants, limited in number. */
export function cleanTags(raw: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const one of raw) {
    if (kept.size >= METADATA_LIMITS.tags) break;
    const tag = one
      .slice(0, 4 * METADATA_LIMITS.tag)
      .normalize('NFC')
      .replace(INVISIBLE, (char) => (/\s/u.test(char) ? ' ' : ''))
      .replace(/\s+/gu, ' ')
      .replace(FRAME, '');
    const key = foldLetters(tag);
    if (isTag(tag) && !kept.has(key)) kept.set(key, tag);
  }
  return [...kept.values()];
}

const MAX_LIST = 2_000;

/** Splits a list in one text: at semicolons if it has any, else at commas, bullets or lines. */
export function listedTags(text: string): string[] {
  const list = text.slice(0, MAX_LIST);
  return list
    .split(/[;؛；]/u.test(list) ? /[;؛；\n]/u : /[,،，、•·|\n]/u)
    .filter((part) => part.trim() !== '');
}

/** "Lincoln, Abraham, 1809-1865", "Short stories, English": how catalogues invert a heading. */
const INVERTED = /^([^,]{2,40}), ([^,\d]{2,40})(?:, (?:\p{L}+ )?\d[^,]*)?$/u;

/**
 * The tags of catalogue subjects: subdivisions ("Slavery -- United States", "FICTION / Short Stories") become tags of their
 * own, inverted headings are put into natural order, and a single subject may be a list.
 */
export function subjectTags(subjects: readonly string[]): string[] {
  const parts = subjects
    .slice(0, 100)
    .flatMap((subject) => subject.slice(0, MAX_LIST).split(/\s*--\s*|\s+[/—]\s+/u));
  if (subjects.length === 1) return parts.flatMap(listedTags);
  return parts.flatMap((part) => {
    const [, last, first] = INVERTED.exec(part.trim()) ?? [];
    return last && first ? [`${first} ${last}`] : listedTags(part);
  });
}
