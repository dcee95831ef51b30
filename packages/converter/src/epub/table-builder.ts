import { toMarkdownTable } from '../layout/tables/table-text.js';
import type { Block } from './block.js';
import { textOfEntries } from './block.js';
import { countWords } from './word-count.js';

export type SourceCell = { blocks: Block[]; columns: number; rows: number; isHeader: boolean };
export type SourceRow = { cells: SourceCell[]; isHeader: boolean };

const MAX_CELLS = 20_000;
const MAX_COLUMNS = 60;
const MAX_TABLE_WORDS = 450;
const LONG_CELL_WORDS = 120;
const EM_SPACE = '\u2003';

const cellText = (blocks: readonly Block[]): string =>
  blocks
    .map(({ item }) => {
      if (item.type === 'list')
        return item['list-items'].map((entry) => `• ${textOfEntries([entry]).trim()}`).join(' ');
      if (item.type === 'math') return `$${item.content}$`;
      return item.type === 'figure' ? '' : item.content;
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Places cells on a grid. A cell that spans several columns or rows is written in the first one. */
const toGrid = (rows: readonly SourceRow[]): string[][] => {
  const grid: string[][] = rows.map(() => []);
  const taken = rows.map(() => new Set<number>());
  let cells = 0;
  for (const [y, source] of rows.entries()) {
    let x = 0;
    for (const cell of source.cells) {
      while (taken[y]?.has(x)) x += 1;
      if (x >= MAX_COLUMNS || cells > MAX_CELLS) break;
      const line = grid[y];
      const isRowHead = cell.isHeader && !source.isHeader && source.cells.some((other) => !other.isHeader);
      const text = cellText(cell.blocks);
      if (line) line[x] = isRowHead && text !== '' && !text.includes('*') ? `**${text}**` : text;
      for (let dy = 0; dy < Math.min(cell.rows, rows.length - y); dy += 1) {
        for (let dx = 0; dx < Math.min(cell.columns, MAX_COLUMNS - x); dx += 1) taken[y + dy]?.add(x + dx);
        cells += cell.columns;
      }
      x += cell.columns;
    }
  }
  const width = grid.reduce((most, line) => Math.max(most, line.length), 0);
  const full = grid.map((line) => Array.from({ length: width }, (_, x) => line[x] ?? ''));
  const used = Array.from({ length: width }, (_, x) => full.some((line) => line[x] !== ''));
  return full.map((line) => line.filter((_, x) => used[x]));
};

const isBlockContent = (block: Block): boolean => ['heading', 'code', 'table'].includes(block.item.type);

/** Whether a table is used for layout only: one column, or cells that contain whole sections. */
const isLayout = (rows: readonly SourceRow[], grid: readonly string[][]): boolean => {
  if ((grid[0]?.length ?? 0) <= 1) return true;
  return rows.some((row) =>
    row.cells.some(
      ({ blocks }) =>
        blocks.some(isBlockContent) ||
        (blocks.length > 1 && blocks.reduce((sum, block) => sum + block.words, 0) > LONG_CELL_WORDS),
    ),
  );
};

const wordsOfCells = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + countWords(cell), 0);

const tableBlock = (lines: readonly string[][]): Block => {
  const content = toMarkdownTable(lines);
  return {
    item: { type: 'table', content },
    words: lines.reduce((sum, line) => sum + wordsOfCells(line), 0),
    anchors: [],
    notes: [],
  };
};

const split = (body: readonly string[][], head: readonly string[] | undefined): Block[] => {
  const tables: Block[] = [];
  let part: string[][] = [];
  let words = 0;
  for (const line of body) {
    const lineWords = wordsOfCells(line);
    if (part.length > 1 && words + lineWords > MAX_TABLE_WORDS) {
      tables.push(tableBlock(head ? [[...head], ...part] : part));
      part = [];
      words = 0;
    }
    part.push(line);
    words += lineWords;
  }
  if (part.length > 0) tables.push(tableBlock(head ? [[...head], ...part] : part));
  return tables;
};

/**
 * Converts a table to blocks: a Markdown table (several with the header repeated where it is longer than a page), the
 * contents of its cells in order for a layout table, or one line of text for a single row. Figures follow the table.
 */
export const buildTable = (rows: readonly SourceRow[], isPresentation: boolean): Block[] => {
  const all = rows.flatMap((row) => row.cells.flatMap((cell) => cell.blocks));
  const grid = toGrid(rows);
  const lines = grid.filter((line) => line.some((cell) => cell !== ''));
  const hasHeader = rows.some((row) => row.isHeader || row.cells.some((cell) => cell.isHeader));
  if (isPresentation || isLayout(rows, grid)) return all;
  const anchors = all.flatMap((block) => block.anchors);
  const notes = all.flatMap((block) => block.notes);
  const figures = all
    .filter((block) => block.item.type === 'figure')
    .map((block) => ({ ...block, anchors: [], notes: [] }));
  if (lines.length === 0) return figures;
  if (lines.length === 1 && !hasHeader) {
    const content = (lines[0] ?? []).filter((cell) => cell !== '').join(EM_SPACE);
    return [{ item: { type: 'text', content }, words: countWords(content), anchors, notes }, ...figures];
  }
  const headLines = grid.filter((_, y) => rows[y]?.isHeader).length;
  const head = headLines > 0 ? lines[0] : undefined;
  const tables = split(head ? lines.slice(1) : lines, head);
  const first = tables[0] ?? (head ? tableBlock([head]) : undefined);
  if (!first) return figures;
  first.anchors = anchors;
  first.notes = notes;
  return [first, ...tables.slice(1), ...figures];
};
