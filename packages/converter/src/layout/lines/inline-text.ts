import { firstCharOf, hasRtlLetter, joinsWithoutSpace, lastCharOf } from './script.js';
import type { TextLine, Word } from './text-line.js';

const SUPERSCRIPTS: Record<string, string> = Object.fromEntries(
  [...'0123456789+-−=()n'].map((char, i) => [char, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ'][i] ?? char]),
);
const SUBSCRIPTS: Record<string, string> = Object.fromEntries(
  [...'0123456789+-−=()'].map((char, i) => [char, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][i] ?? char]),
);

const withScript = (word: Word): string => {
  const map = word.style.script === 1 ? SUPERSCRIPTS : word.style.script === -1 ? SUBSCRIPTS : null;
  if (!map || ![...word.text].every((char) => char in map)) return word.text;
  return [...word.text].map((char) => map[char]).join('');
};

/**
 * Escapes text that would become markdown by accident: pairs of asterisks, dollars or backquotes, and a bracket followed by a
 * parenthesis. A single sign is not escaped.
 */
export const escapeInline = (text: string): string => {
  let escaped = text.replace(/\\(?=[*$`[\\])/g, '\\\\');
  for (const sign of ['*', '$', '`']) {
    if (escaped.split(sign).length > 2) escaped = escaped.replaceAll(sign, `\\${sign}`);
  }
  const parts = escaped.split(']');
  return parts
    .map((part, index) => (parts[index + 1]?.startsWith('(') ? part.replaceAll('[', '\\[') : part))
    .join(']');
};

/** A word before a hyphen at the end of a line. Reads backwards from the end, because a search from the left takes quadratic time. */
const HYPHEN_END = /$(?<=(\p{L}[\p{L}\p{M}]*)[-\u2010\u00ad])/u;

/**
 * Whether a hyphen at the end of a line is there because of the line break: the page has the joined word elsewhere; or the next
 * line continues in lower case, and the page has neither the hyphenated word nor both halves as words.
 */
export const isBreakHyphen = (before: string, after: string, vocabulary: ReadonlySet<string>): boolean => {
  if (before.endsWith('\u00ad')) return true;
  const head = HYPHEN_END.exec(before)?.[1];
  const tail = /^\p{L}[\p{L}\p{M}]*/u.exec(after)?.[0];
  if (!head || !tail) return false;
  // A word with three or more parts is a compound, wherever it is broken.
  if (/\p{L}[-\u2010]\p{L}+[-\u2010]$/u.test(before) || /^\p{L}+[-\u2010]\p{L}/u.test(after)) return false;
  const first = head.toLowerCase();
  const second = tail.toLowerCase();
  if (vocabulary.has(`${first}${second}`)) return true;
  if (!/^\p{Ll}/u.test(tail) || vocabulary.has(`${first}-${second}`)) return false;
  const areWords = first.length >= 4 && second.length >= 4 && vocabulary.has(first) && vocabulary.has(second);
  return !areWords;
};

/** The words of a page in lower case, including hyphenated ones: evidence for removing hyphens at line ends. */
export const vocabularyOf = (lines: readonly TextLine[]): Set<string> => {
  const words = new Set<string>();
  for (const line of lines) {
    for (const [index, word] of line.words.entries()) {
      // The last word may be the first half of a word.
      if (index === line.words.length - 1 && /[-\u2010\u00ad]$/u.test(word.text)) continue;
      const bare = word.text.toLowerCase().replace(/^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu, '');
      if (bare.length > 2) words.add(bare);
    }
  }
  return words;
};

type Run = { text: string; bold: boolean; italic: boolean; mono: boolean; link?: string };

/** The words of a block as runs of one style, with spaces inserted and line-end hyphens removed. */
const toRuns = (lines: readonly TextLine[], vocabulary: ReadonlySet<string>): Run[] => {
  const runs: Run[] = [];
  let written = '';
  for (const line of lines) {
    for (const [index, word] of line.words.entries()) {
      const text = withScript(word);
      let space = ' ';
      if (written === '' || word.glued || joinsWithoutSpace(written, text)) space = '';
      else if (index === 0 && isBreakHyphen(written, text, vocabulary)) {
        const last = runs.at(-1);
        if (last) last.text = last.text.slice(0, -1);
        space = '';
      } else if (
        index === 0 &&
        /[\p{L}\p{Nd}][-\u2010\u2011]$/u.test(written) &&
        /^[\p{L}\p{Nd}]/u.test(text)
      )
        space = '';
      else if (index === 0 && /[/\u2014]$/u.test(written) && !/^\p{L}/u.test(text)) space = '';
      const { bold, italic, mono } = word.style;
      const last = runs.at(-1);
      if (
        last &&
        last.bold === bold &&
        last.italic === italic &&
        last.mono === mono &&
        last.link === word.link
      ) {
        last.text += space + text;
      } else {
        runs.push({ text: space + text, bold, italic, mono, ...(word.link ? { link: word.link } : {}) });
      }
      written = text;
    }
  }
  return runs;
};

const percentEncoded = (char: string): string =>
  `%${(char.codePointAt(0) ?? 0x20).toString(16).padStart(2, '0')}`;

/** The text of a block without inline markdown. */
export const plainTextOf = (
  lines: readonly TextLine[],
  vocabulary: ReadonlySet<string> = new Set(),
): string =>
  tidy(
    toRuns(lines, vocabulary)
      .map((run) => run.text)
      .join(''),
  );

/** Normalises spaces and replaces leader dots by an ellipsis. */
const tidy = (text: string): string =>
  (hasRtlLetter(text) ? text.replace(/(?<=[([«])\s+|(?<!\s)\s+(?=[)\]».,:;!،؛؟](?:\s|$))/gu, '') : text)
    .replace(/(?<!\s)\s*(?:\.\s?){5,}/gu, ' … ')
    .replace(/[\s\u00ad]+/gu, (space) => (space.replaceAll('\u00ad', '') === '' ? '' : ' '))
    .trim();

/**
 * The text of a block with inline markdown: bold and italic where they differ from most of the block, code for fixed-pitch
 * words, links. Marks enclose whole words without spaces at their edges.
 */
export const inlineMarkdownOf = (lines: readonly TextLine[], vocabulary: ReadonlySet<string>): string => {
  const runs = toRuns(lines, vocabulary);
  const letters = (pick: (run: Run) => boolean): number =>
    runs.filter(pick).reduce((sum, run) => sum + run.text.trim().length, 0);
  const total = Math.max(
    1,
    letters(() => true),
  );
  const isBold = letters((run) => run.bold) < 0.6 * total;
  const isItalic = letters((run) => run.italic) < 0.6 * total;
  const isMono = letters((run) => run.mono) < 0.6 * total;

  const marked: { text: string; mark: string; link?: string }[] = [];
  for (const run of runs) {
    const mark =
      isMono && run.mono ? '`' : `${isBold && run.bold ? '**' : ''}${isItalic && run.italic ? '*' : ''}`;
    const last = marked.at(-1);
    if (last && last.mark === mark && last.link === run.link) last.text += run.text;
    else marked.push({ text: run.text, mark, ...(run.link ? { link: run.link } : {}) });
  }
  let result = '';
  for (const [index, piece] of marked.entries()) {
    const text = piece.text;
    const core = text.trim();
    const lead = text.slice(0, text.length - text.trimStart().length);
    const before = lastCharOf(result);
    const after = firstCharOf(marked[index + 1]?.text ?? '');
    const isInsideWord =
      (lead === '' && /[\p{L}\p{N}]/u.test(before) && /^[\p{L}\p{N}]/u.test(core)) ||
      (/[\p{L}\p{N}]/u.test(after) && /[\p{L}\p{N}]$/u.test(core));
    const isWorthwhile = /[\p{L}\p{N}]/u.test(core) && (piece.mark === '`' || /\p{L}{2}/u.test(core));
    if (piece.link && core !== '') {
      result += `${lead}[${core.replace(/[[\]]/g, '\\$&')}](${piece.link.replace(/[()\s]/g, percentEncoded)})`;
    } else if (piece.mark === '' || isInsideWord || !isWorthwhile) {
      result += escapeInline(text);
    } else if (piece.mark === '`' && !core.includes('`')) {
      result += `${lead}\`${core}\``;
    } else {
      const closing = [...piece.mark].reverse().join('');
      result += `${lead}${piece.mark}${escapeInline(core)}${closing}`;
    }
  }
  return tidy(result);
};
