import type { Box } from '../geometry/box.js';
import { unionOf } from '../geometry/box.js';
import { inlineMarkdownOf } from '../lines/inline-text.js';
import type { TextLine, Word } from '../lines/text-line.js';

export type FoundTable = { box: Box; markdown: string; lines: TextLine[] };

/** The words of a cell, each with its line. */
export type CellEntries = readonly { word: Word; line: TextLine }[];

/** A GitHub-style table of rows in reading order; the first row is the head. */
export const toMarkdownTable = (rows: readonly (readonly string[])[]): string => {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_, i) => (cells[i] ?? '').replace(/(?<!\\)\|/g, '\\|').replace(/(?<!\s)\s*\n\s*/g, ' ')).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${' --- |'.repeat(columns)}`, ...body.map(line)].join('\n');
};

export const withoutEmpty = (rows: string[][]): string[][] => {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const width = filled.reduce((most, row) => Math.max(most, row.length), 0);
  const keep = Array.from({ length: width }, (_, i) => filled.some((row) => (row[i] ?? '') !== ''));
  return filled.map((row) => row.filter((_, i) => keep[i]));
};

/** The text of a cell, line by line. */
export const cellText = (entries: CellEntries, vocabulary: ReadonlySet<string>): string => {
  const byLine = new Map<TextLine, Word[]>();
  for (const { word, line } of entries) {
    const words = byLine.get(line);
    if (words) words.push(word);
    else byLine.set(line, [word]);
  }
  const rows: TextLine[] = [];
  for (const [line, words] of byLine) rows.push({ ...line, ...unionOf(words), words });
  rows.sort((a, b) =>
    Math.abs(a.baseline - b.baseline) > 0.3 * a.size
      ? a.baseline - b.baseline
      : a.direction === 'rtl'
        ? b.x0 - a.x0
        : a.x0 - b.x0,
  );
  return inlineMarkdownOf(rows, vocabulary);
};
