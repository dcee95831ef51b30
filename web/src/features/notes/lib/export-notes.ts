import type { Note, NoteCategory } from '@hamkhan/contracts/http/notes';
import { byDocument, inOrder, titleOf } from './filter-notes.js';

export const EXPORT_FORMATS = ['markdown', 'csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The words that an export has of its own, in the language of the screen. */
export type ExportWords = {
  title: string;
  page: (pageNumber: number) => string;
  category: (category: NoteCategory) => string;
  date: (date: string) => string;
  columns: Record<'document' | 'page' | 'category' | 'passage' | 'words' | 'tags' | 'date', string>;
};

/** Signs that make something of the words around them, wherever they stand. */
const MARKS = /[\\`*_[\]<>~|$&]/g;
/** Signs that make something of a line that begins with them: headings, lists, rules. */
const LINE_MARKS = /^(\s*)(?:([#+\-=:])|(\d+)([.)]))/;
/** A text that a reader of Markdown shows as it is: no mark, link, picture or element comes of it. */
const plain = (text: string): string =>
  text
    .replace(MARKS, '\\$&')
    .replace(LINE_MARKS, (_, space: string, sign?: string, digits?: string, point?: string) =>
      sign === undefined ? `${space}${digits ?? ''}\\${point ?? ''}` : `${space}\\${sign}`,
    );
/** The text inside a line that begins with `lead`, also where it has several lines. */
const lines = (text: string, lead: string): string =>
  text
    .split(/\r\n?|[\n\u0085\u2028\u2029]/)
    .map((line) => `${lead}${plain(line.trim())}`.trimEnd())
    .join('\n');
const oneLine = (text: string): string => plain(text.replace(/\s+/g, ' ').trim());

/** The notes as a text to read: by document, in the order of the text. */
export const toMarkdown = (notes: readonly Note[], words: ExportWords): string => {
  const parts = [`# ${oneLine(words.title)}`];
  for (const { document, notes: group } of byDocument(notes)) {
    parts.push(`## ${oneLine(titleOf(document))}`);
    for (const note of inOrder(group, 'text')) {
      parts.push(`### ${oneLine(words.page(note.page_number))} – ${oneLine(words.category(note.category))}`);
      if (note.text) parts.push(lines(note.text, '> '));
      if (note.user_note) parts.push(lines(note.user_note, ''));
      const foot = [words.date(note.created_date), ...note.tags].map(oneLine).filter((word) => word !== '');
      parts.push(foot.join(' · '));
    }
  }
  return `${parts.join('\n\n')}\n`;
};

/** Signs with which a spreadsheet begins a formula, also in their wide forms, and what it overlooks before them. */
const FORMULA = /^[\s\p{Cc}\p{Cf}'"]*[=+\-@＝＋－＠|%]/u;

/** One cell, always quoted; an apostrophe keeps a spreadsheet from taking a text for a formula (OWASP, CSV injection). */
export const csvCell = (text: string): string => {
  const safe = FORMULA.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** The notes as a table (RFC 4180), with the mark by which Excel knows UTF-8. */
export const toCsv = (notes: readonly Note[], words: ExportWords): string => {
  const { columns } = words;
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
      words.category(note.category),
      note.text,
      note.user_note,
      note.tags.join(', '),
      note.created_date,
    ]),
  ];
  return `\ufeff${rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
};

/** The notes as they are, for other programs. */
export const toJson = (notes: readonly Note[]): string => `${JSON.stringify({ notes }, null, 2)}\n`;

const FILES: Record<ExportFormat, { extension: string; type: string }> = {
  markdown: { extension: 'md', type: 'text/markdown' },
  csv: { extension: 'csv', type: 'text/csv' },
  json: { extension: 'json', type: 'application/json' },
};

/** The file of an export; its name has the day and nothing of the notes. */
export const exportFile = (
  format: ExportFormat,
  notes: readonly Note[],
  words: ExportWords,
  now = new Date(),
): File => {
  const text = { markdown: toMarkdown, csv: toCsv, json: toJson }[format](notes, words);
  const { extension, type } = FILES[format];
  const name = `hamkhan-notes-${now.toISOString().slice(0, 10)}.${extension}`;
  return new File([text], name, { type: `${type};charset=utf-8` });
};
