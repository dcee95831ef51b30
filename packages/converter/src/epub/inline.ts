import { isCjk } from '../layout/lines/script.js';

/** A stretch of a paragraph with one set of marks. */
export type Run =
  | { kind: 'text'; text: string; bold: boolean; italic: boolean; code: boolean; href?: string }
  | { kind: 'math'; latex: string }
  | { kind: 'break' };

type TextRun = Extract<Run, { kind: 'text' }>;

const SUPERSCRIPTS: Record<string, string> = Object.fromEntries(
  [...'0123456789+-=()ni'].map((char, index) => [char, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'][index] ?? char]),
);
const SUBSCRIPTS: Record<string, string> = Object.fromEntries(
  [...'0123456789+-=()'].map((char, index) => [char, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][index] ?? char]),
);

const mapAll = (text: string, map: Record<string, string>): string | undefined => {
  const mapped = [...text].map((char) => map[char === '−' ? '-' : char]);
  return mapped.every((char) => char !== undefined) && text !== '' ? mapped.join('') : undefined;
};

/** Letters that end an ordinal number in the source languages (1st, 2e, 1er, 3ª). */
const ORDINAL = /^(st|nd|rd|th|er|re|ère|e|è|ème|eme|de|d|a|o|as|os|ten|ter|te)$/i;

/**
 * Raised text as characters: digits and signs have their own; letters that end an ordinal or an abbreviation (1er, Mme) are
 * written on the line, as they are without typesetting, and any other is an exponent.
 * @param before the character it hangs on
 */
export const superscript = (text: string, before = ''): string => {
  const bare = text.trim();
  const mapped = mapAll(bare, SUPERSCRIPTS);
  if (mapped !== undefined || bare === '' || !/^[\p{L}\p{N}+\-−]{1,12}$/u.test(bare)) return mapped ?? text;
  if (/\p{N}/u.test(before) ? ORDINAL.test(bare) : /\p{L}/u.test(before) && /^\p{Ll}+$/u.test(bare))
    return text;
  return /[\p{L}\p{N})]/u.test(before) ? `^${bare.length > 1 ? `(${bare})` : bare}` : text;
};
/** Lowered text as characters: digits have their own, a letter index is written after an underscore. */
export const subscript = (text: string): string => {
  const mapped = mapAll(text.trim(), SUBSCRIPTS);
  if (mapped !== undefined) return mapped;
  return text.trim() === '' ? text : `_${text.trim()}`;
};

/**
 * The signs of a block that could be read as marks and so need a backslash: those that come twice, or beside real marks of
 * that kind. A lone price or asterisk stays as it is.
 */
const signsToEscape = (runs: readonly Run[]): ReadonlySet<string> => {
  const signs = new Set<string>();
  const texts = runs.flatMap((run) => (run.kind === 'text' && !run.code ? [run.text] : []));
  for (const sign of ['*', '$', '`']) {
    const literal = texts.reduce((sum, text) => sum + text.split(sign).length - 1, 0);
    const isUsed = runs.some((run) =>
      run.kind === 'math'
        ? sign === '$'
        : run.kind === 'text' && (sign === '*' ? run.bold || run.italic : sign === '`' && run.code),
    );
    if (literal > 1 || (literal > 0 && isUsed)) signs.add(sign);
  }
  return signs;
};

const escapeText = (text: string, signs: ReadonlySet<string>): string =>
  text
    .replace(/\\(?=[*$`[\\])/g, '\\\\')
    .replace(/[*$`]/g, (sign) => (signs.has(sign) ? `\\${sign}` : sign))
    .replace(/\[(?=[^[\]]{0,500}\]\()/g, '\\[');

const codeSpan = (text: string): string => {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
};

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);
const isPunctuation = (char: string | undefined): boolean => char !== undefined && /[\p{P}\p{S}]/u.test(char);

/**
 * Wraps text in a mark so that it is read as one (CommonMark §6.2): whitespace stays outside, and so does punctuation at an
 * edge that a letter touches from without, which else would hide the mark, as Chinese text often has it.
 */
const wrap = (inner: string, mark: string, before: string | undefined, after: string | undefined): string => {
  const lead = /^\s*/.exec(inner)?.[0] ?? '';
  let body = inner.slice(lead.length).trimEnd();
  let tail = inner.slice(lead.length + body.length);
  let head = lead;
  while (
    body !== '' &&
    tail === '' &&
    isWordChar(after) &&
    isPunctuation(body.at(-1)) &&
    !/[*`\])]$/.test(body)
  ) {
    tail = body.slice(-1) + tail;
    body = body.slice(0, -1);
    break;
  }
  while (
    body !== '' &&
    head === '' &&
    isWordChar(before) &&
    isPunctuation(body[0]) &&
    !/^[*`\\[]/.test(body)
  ) {
    head += body.slice(0, 1);
    body = body.slice(1);
    break;
  }
  return body.trim() === '' ? inner : `${head}${mark}${body}${mark}${tail}`;
};

const sameMarks = (a: TextRun, b: TextRun): boolean =>
  a.bold === b.bold && a.italic === b.italic && a.code === b.code && a.href === b.href;

/** A line end in the source is a space, or nothing between two Chinese characters. */
const joinSourceLines = (text: string, lastChar: string): string => {
  const lines = text.replace(/ ?\n[ \n]*/g, '\n');
  return lines.replace(/\n/g, (_, offset: number) => {
    const before = offset === 0 ? lastChar : (lines[offset - 1] ?? '');
    return isCjk(before) && isCjk(lines[offset + 1] ?? '') ? '' : ' ';
  });
};

/** Whitespace as a browser shows it: single, none at the ends of a line, none between two Chinese characters. */
const collapse = (runs: readonly Run[]): Run[] => {
  const result: Run[] = [];
  let atStart = true;
  let lastChar = '';
  for (const run of runs) {
    if (run.kind === 'break') {
      trimEnd(result);
      result.push(run);
      atStart = true;
      continue;
    }
    if (run.kind === 'math') {
      result.push(run);
      atStart = false;
      lastChar = '$';
      continue;
    }
    let text = run.text
      .replace(/[\u00ad\u200b\u2060\ufeff\0]/g, '')
      .replace(/[\u2000-\u2002\u2004-\u200a]/g, ' ')
      .replace(/[ \t\r\f\v]+/g, ' ')
      .replace(/[ \u00a0]{2,}/g, ' ');
    if (text.includes('\n')) text = joinSourceLines(text, lastChar);
    if (atStart || /\s$/.test(lastChar)) text = text.replace(/^\s+/, '');
    // Indented markup puts a space between a formula and the stop after it.
    if (result.at(-1)?.kind === 'math') text = text.replace(/^ (?=[,.;:!?)\]»”’]|-\p{L})/u, '');
    if (text === '') continue;
    atStart = false;
    lastChar = text.slice(-1);
    const previous = result.at(-1);
    if (previous?.kind === 'text' && sameMarks(previous, run)) previous.text += text;
    else result.push({ ...run, text });
  }
  trimEnd(result);
  return result;
};

const trimEnd = (runs: Run[]): void => {
  for (let last = runs.at(-1); last; last = runs.at(-1)) {
    if (last.kind === 'math') return;
    if (last.kind === 'text') {
      last.text = last.text.trimEnd();
      if (last.text !== '') return;
    } else return;
    runs.pop();
  }
};

const trimBreaks = (runs: readonly Run[]): Run[] => {
  let from = 0;
  let to = runs.length;
  while (from < to && runs[from]?.kind === 'break') from += 1;
  while (to > from && runs[to - 1]?.kind === 'break') to -= 1;
  return runs.slice(from, to);
};

/** A space or break that carries a mark carries none: `*a* *b*` is one emphasis to a reader. */
const joinMarkedSpaces = (runs: readonly Run[]): Run[] => {
  const result: Run[] = [];
  for (const [index, run] of runs.entries()) {
    const previous = result.at(-1);
    const next = runs[index + 1];
    if (
      run.kind === 'text' &&
      run.text.trim() === '' &&
      previous?.kind === 'text' &&
      next?.kind === 'text' &&
      sameMarks(previous, next) &&
      !previous.code
    ) {
      previous.text += run.text;
    } else if (run.kind === 'text' && previous?.kind === 'text' && sameMarks(previous, run))
      previous.text += run.text;
    else result.push(run.kind === 'text' ? { ...run } : run);
  }
  return result;
};

/** The character a rendered run begins or ends with, for the flanking rules. */
const edge = (run: Run | undefined, side: 'first' | 'last'): string | undefined => {
  if (!run || run.kind === 'break') return undefined;
  if (run.kind === 'math') return '$';
  return side === 'first' ? [...run.text][0] : [...run.text.slice(-2)].at(-1);
};

const groupBy = <K>(
  runs: readonly Run[],
  keyOf: (run: Run) => K,
): { key: K; runs: Run[]; from: number }[] => {
  const groups: { key: K; runs: Run[]; from: number }[] = [];
  for (const [index, run] of runs.entries()) {
    const key = keyOf(run);
    const last = groups.at(-1);
    if (last && last.key === key) last.runs.push(run);
    else groups.push({ key, runs: [run], from: index });
  }
  return groups;
};

const plain = (run: Run, signs: ReadonlySet<string>): string => {
  if (run.kind === 'break') return '\n';
  if (run.kind === 'math') return `$${run.latex}$`;
  return run.code ? codeSpan(run.text) : escapeText(run.text, signs);
};

const marked = (run: Run, key: 'bold' | 'italic'): boolean => run.kind === 'text' && run[key];

const renderMarked = (
  runs: readonly Run[],
  marks: readonly ('bold' | 'italic')[],
  signs: ReadonlySet<string>,
  before: string | undefined,
  after: string | undefined,
): string => {
  const [mark, ...rest] = marks;
  if (mark === undefined) return runs.map((run) => plain(run, signs)).join('');
  let output = '';
  for (const group of groupBy(runs, (run) => marked(run, mark))) {
    const left = edge(runs[group.from - 1], 'last') ?? (group.from === 0 ? before : undefined);
    const end = group.from + group.runs.length;
    const right = edge(runs[end], 'first') ?? (end === runs.length ? after : undefined);
    const inner = renderMarked(group.runs, rest, signs, left, right);
    const piece = group.key ? wrap(inner, mark === 'bold' ? '**' : '*', left, right) : inner;
    // Two marks that touch would be read as one longer mark: the second gives way.
    output +=
      output.endsWith('*') && !output.endsWith('\\*') && piece.startsWith('*')
        ? inner.replace(/^\*+|\*+$/g, '')
        : piece;
  }
  return output;
};

const renderLink = (inner: string, href: string): string => {
  const lead = /^\s*/.exec(inner)?.[0] ?? '';
  const body = inner.trim();
  if (body === '') return inner;
  return `${lead}[${body}](${href})${inner.slice(lead.length + body.length)}`;
};

/**
 * Writes runs as the inline markdown of the content model.
 * @param options.plainMarks drops links and what a heading is as a whole: bold, and italic where all of it is
 */
export const renderRuns = (runs: readonly Run[], { plainMarks = false } = {}): string => {
  const isAllItalic = runs.every((run) => run.kind !== 'text' || run.italic || run.text.trim() === '');
  const prepared = plainMarks
    ? runs.map((run): Run =>
        run.kind === 'text'
          ? { ...run, bold: false, italic: run.italic && !isAllItalic, href: undefined }
          : run,
      )
    : runs;
  const tidy = joinMarkedSpaces(trimBreaks(collapse(prepared)));
  const signs = signsToEscape(tidy);
  return groupBy(tidy, (run) => (run.kind === 'text' ? run.href : undefined))
    .map((group) => {
      const inner = renderMarked(
        group.runs,
        ['bold', 'italic'],
        signs,
        edge(tidy[group.from - 1], 'last'),
        edge(tidy[group.from + group.runs.length], 'first'),
      );
      return group.key === undefined ? inner : renderLink(inner, group.key);
    })
    .join('')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};

/** The runs between breaks that were doubled: authors who know no paragraphs write them so. */
export const splitAtDoubleBreaks = (runs: readonly Run[]): Run[][] => {
  const parts: Run[][] = [[]];
  let breaks = 0;
  for (const run of runs) {
    if (run.kind === 'break') {
      breaks += 1;
      parts.at(-1)?.push(run);
      continue;
    }
    if (run.kind === 'text' && run.text.trim() === '' && breaks > 0) continue;
    if (breaks > 1) parts.push([]);
    breaks = 0;
    parts.at(-1)?.push(run);
  }
  return parts.filter((part) =>
    part.some((run) => run.kind === 'math' || (run.kind === 'text' && run.text.trim() !== '')),
  );
};
