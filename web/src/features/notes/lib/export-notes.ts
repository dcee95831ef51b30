import type { Note, NoteCategory } from '@hamkhan/contracts/http/notes';
import { groupByDocument, sortNotes, titleOf } from './filter-notes.js';

export const EXPORT_FORMATS = ['markdown', 'csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The texts of an export, in the interface language. */
export type ExportTexts = {
  title: string;
  page: (pageNumber: number) => string;
  category: (category: NoteCategory) => string;
  date: (date: string) => string;
  columns: Record<'document' | 'page' | 'category' | 'passage' | 'words' | 'tags' | 'date', string>;
};

/** Characters with a meaning in Markdown anywhere in a line. */
const MARKS = /[\\`*_[\]<>~|$&]/g;
/** Characters with a meaning at the start of a line: headings, lists, rules. */
const LINE_MARKS = /^(\s*)(?:([#+\-=:])|(\d+)([.)]))/;
/** Escapes a text so that Markdown renders it literally. */
const escaped = (text: string): string =>
  text
    .replace(MARKS, '\\$&')
    .replace(LINE_MARKS, (_, space: string, sign?: string, digits?: string, point?: string) =>
      sign === undefined ? `${space}${digits ?? ''}\\${point ?? ''}` : `${space}\\${sign}`,
    );
/** Escapes a text and starts each of its lines with `lead`. */
const prefixedLines = (text: string, lead: string): string =>
  text
    .split(/\r\n?|[\n\u0085\u2028\u2029]/)
    .map((line) => `${lead}${escaped(line.trim())}`.trimEnd())
    .join('\n');
const oneLine = (text: string): string => escaped(text.replace(/\s+/g, ' ').trim());

/** The notes as Markdown: by document, in the order of the text. */
export const toMarkdown = (notes: readonly Note[], texts: ExportTexts): string => {
  const parts = [`# ${oneLine(texts.title)}`];
  for (const { document, notes: group } of groupByDocument(notes)) {
    parts.push(`## ${oneLine(titleOf(document))}`);
    for (const note of sortNotes(group, 'text')) {
      parts.push(`### ${oneLine(texts.page(note.page_number))} – ${oneLine(texts.category(note.category))}`);
      if (note.text) parts.push(prefixedLines(note.text, '> '));
      if (note.user_note) parts.push(prefixedLines(note.user_note, ''));
      const foot = [texts.date(note.created_date), ...note.tags].map(oneLine).filter((word) => word !== '');
      parts.push(foot.join(' · '));
    }
  }
  return `${parts.join('\n\n')}\n`;
};

/** The start of a spreadsheet formula, including full-width characters and ignored ones before it. */
const FORMULA = /^[\s\p{Cc}\p{Cf}'"]*[=+\-@＝＋－＠|%]/u;

/** A quoted CSV cell; an apostrophe keeps spreadsheets from running a text as a formula (OWASP, CSV injection). */
export const csvCell = (text: string): string => {
  const safe = FORMULA.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** The notes as CSV (RFC 4180), with a byte order mark so that Excel reads UTF-8. */
export const toCsv = (notes: readonly Note[], texts: ExportTexts): string => {
  const { columns } = texts;
  const rows = [
    [
      columns.document,
      columns.page,
      columns.category,
      columns.passage,
      columns.words,
      columns.tags,
      columns.date,
    ],
    ...notes.map((note) => [
      titleOf(note.document),
      String(note.page_number + 1),
      texts.category(note.category),
      note.text,
      note.user_note,
      note.tags.join(', '),
      note.created_date,
    ]),
  ];
  return `\ufeff${rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
};

/** The notes as JSON, for other programs. */
export const toJson = (notes: readonly Note[]): string => `${JSON.stringify({ notes }, null, 2)}\n`;

const FILES: Record<ExportFormat, { extension: string; type: string }> = {
  markdown: { extension: 'md', type: 'text/markdown' },
  csv: { extension: 'csv', type: 'text/csv' },
  json: { extension: 'json', type: 'application/json' },
};

/** The file of an export, named by date only. */
export const exportFile = (
  format: ExportFormat,
  notes: readonly Note[],
  texts: ExportTexts,
  now = new Date(),
): File => {
  const text = { markdown: toMarkdown, csv: toCsv, json: toJson }[format](notes, texts);
  const { extension, type } = FILES[format];
  const name = `hamkhan-notes-${now.toISOString().slice(0, 10)}.${extension}`;
  return new File([text], name, { type: `${type};charset=utf-8` });
};
