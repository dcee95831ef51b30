import { codeSpan, escapeText, signsToEscape } from './escape.js';
import type { Run } from './runs.js';
import { tidyRuns } from './tidy-runs.js';

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);
const isPunctuation = (char: string | undefined): boolean => char !== undefined && /[\p{P}\p{S}]/u.test(char);

/**
 * Wraps text in a mark that Markdown recognises (CommonMark §6.2). Whitespace at the edges moves outside, and so does
 * punctuation that touches a letter outside: it would hide the mark, which is frequent in Chinese text.
 */
const wrap = (inner: string, mark: string, before: string | undefined, after: string | undefined): string => {
  const lead = /^\s*/.exec(inner)?.[0] ?? '';
  let body = inner.slice(lead.length).trimEnd();
  let tail = inner.slice(lead.length + body.length);
  let head = lead;
  if (
    body !== '' &&
    tail === '' &&
    isWordChar(after) &&
    isPunctuation(body.at(-1)) &&
    !/[*`\])]$/.test(body)
  ) {
    tail = body.slice(-1);
    body = body.slice(0, -1);
  }
  if (body !== '' && head === '' && isWordChar(before) && isPunctuation(body[0]) && !/^[*`\\[]/.test(body)) {
    head = body.slice(0, 1);
    body = body.slice(1);
  }
  return body.trim() === '' ? inner : `${head}${mark}${body}${mark}${tail}`;
};

/** The first or last character of a rendered run, for the flanking rules of CommonMark. */
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
  const pieces: string[] = [];
  /** The last two characters so far. */
  let tail = '';
  for (const group of groupBy(runs, (run) => marked(run, mark))) {
    const left = edge(runs[group.from - 1], 'last') ?? (group.from === 0 ? before : undefined);
    const end = group.from + group.runs.length;
    const right = edge(runs[end], 'first') ?? (end === runs.length ? after : undefined);
    const inner = renderMarked(group.runs, rest, signs, left, right);
    const piece = group.key ? wrap(inner, mark === 'bold' ? '**' : '*', left, right) : inner;
    // Two adjacent marks would be read as one longer mark, so the second is dropped.
    const isAdjacent = tail.endsWith('*') && tail !== '\\*' && piece.startsWith('*');
    const written = isAdjacent ? inner.replace(/^\*+|(?<!\*)\*+$/g, '') : piece;
    pieces.push(written);
    tail = (tail + written).slice(-2);
  }
  return pieces.join('');
};

const renderLink = (inner: string, href: string): string => {
  const lead = /^\s*/.exec(inner)?.[0] ?? '';
  const body = inner.trim();
  if (body === '') return inner;
  return `${lead}[${body}](${href})${inner.slice(lead.length + body.length)}`;
};

/**
 * Writes runs as the inline Markdown of the content model.
 * @param options.plainMarks for headings: drops links, bold, and italic where all of the text is italic
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
  const tidy = tidyRuns(prepared);
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
    .replace(/(?<![ \t])[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
