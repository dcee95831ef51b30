import type { Box } from '../geometry/box.js';
import { centreIsInside, heightOf, medianOf, unionOf, widthOf } from '../geometry/box.js';
import type { TableRule } from './table-rules.js';
import type { FoundTable } from './table-text.js';
import { cellText, toMarkdownTable, withoutEmpty } from './table-text.js';
import type { TextLine, Word } from '../lines/text-line.js';

/**
 * Finds tables without vertical rules: rows of short pieces that are aligned in columns, over at least three rows, or two
 * between horizontal rules ("booktabs"). Text columns are no tables: their lines fill the column.
 */
export const findAlignedTables = (
  lines: readonly TextLine[],
  rules: readonly TableRule[],
  vocabulary: ReadonlySet<string>,
  direction: 'ltr' | 'rtl',
): FoundTable[] => {
  const tables: FoundTable[] = [];
  const taken = new Set<TextLine>();
  for (const frame of ruledFrames(rules)) {
    const inside = lines.filter((line) => !taken.has(line) && centreIsInside(line, frame));
    const table = readAligned(inside, vocabulary, direction, 2, 2);
    if (!table) continue;
    for (const line of inside) taken.add(line);
    tables.push({ ...table, box: unionOf([frame, table.box]) });
  }
  const free = lines.filter((line) => !taken.has(line));
  for (const block of alignedBlocks(free)) {
    const table = readAligned(block, vocabulary, direction, 3, 3, headRowsOf(block, free));
    if (table) tables.push(table);
  }
  return tables;
};

const MAX_HEAD_ROWS = 2;

/** The head rows of a table: rows right above it whose words are all above its columns. */
const headRowsOf = (block: readonly TextLine[], lines: readonly TextLine[]): TextLine[] => {
  const own = new Set(block);
  const rows = rowsOf(block);
  const size = medianOf(block.map((line) => line.size));
  const columns = columnsOf(block, rows.length, size);
  const box = unionOf(block);
  const heads: TextLine[] = [];
  let top = rows[0]?.baseline ?? 0;
  const above = rowsOf(lines.filter((line) => !own.has(line) && line.baseline < top)).reverse();
  for (const row of above.slice(0, MAX_HEAD_ROWS)) {
    const beside = row.lines.filter((line) => line.x1 > box.x0 && line.x0 < box.x1);
    const words = beside.flatMap((line) => line.words);
    const over = (word: Word): number =>
      columns.findIndex(({ from, to }) => word.x1 > from - size && word.x0 < to + size);
    const isHead =
      words.length >= 2 &&
      top - row.baseline < 1.8 * size &&
      beside.every((line) => line.x0 > box.x0 - size && line.x1 < box.x1 + size && line.size < 1.15 * size) &&
      words.every((word) => over(word) >= 0) &&
      new Set(words.map(over)).size >= Math.max(2, 0.5 * columns.length);
    if (!isHead) break;
    heads.unshift(...beside);
    top = row.baseline;
  }
  return heads;
};

/** Areas between at least three horizontal rules of the same extent. */
const ruledFrames = (rules: readonly TableRule[]): Box[] => {
  const wide = rules.filter((rule) => rule.horizontal && widthOf(rule) > 60).sort((a, b) => a.y0 - b.y0);
  const frames: { box: Box; count: number }[] = [];
  for (const rule of wide) {
    const frame = frames.find(
      ({ box }) => Math.abs(box.x0 - rule.x0) < 6 && Math.abs(box.x1 - rule.x1) < 6 && rule.y0 - box.y1 < 420,
    );
    if (frame) {
      frame.box = unionOf([frame.box, rule]);
      frame.count += 1;
    } else frames.push({ box: { x0: rule.x0, y0: rule.y0, x1: rule.x1, y1: rule.y1 }, count: 1 });
  }
  return frames.filter(({ box, count }) => count >= 3 && heightOf(box) > 20).map(({ box }) => box);
};

type Row = { baseline: number; lines: TextLine[] };

const rowsOf = (lines: readonly TextLine[]): Row[] => {
  const rows: Row[] = [];
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - row.baseline < 0.35 * line.size) row.lines.push(line);
    else rows.push({ baseline: line.baseline, lines: [line] });
  }
  for (const row of rows) row.lines.sort((a, b) => a.x0 - b.x0);
  return rows;
};

/** Groups of consecutive rows with at least three short pieces each. */
const alignedBlocks = (lines: readonly TextLine[]): TextLine[][] => {
  const rows = rowsOf(lines);
  const blocks: TextLine[][] = [];
  let block: Row[] = [];
  const flush = (): void => {
    if (block.filter((row) => row.lines.length >= 3).length >= 3)
      blocks.push(block.flatMap((row) => row.lines));
    block = [];
  };
  for (const row of rows) {
    const last = block.at(-1);
    const size = row.lines[0]?.size ?? 10;
    const width = (unionOf(row.lines).x1 - unionOf(row.lines).x0) / Math.max(1, row.lines.length);
    const isRow =
      row.lines.length >= 3 && medianOf(row.lines.map(widthOf)) < Math.max(0.62 * width, 4 * size);
    const isNear = last === undefined || row.baseline - last.baseline < 2.6 * size;
    if (!isNear) flush();
    if (isRow) block.push(row);
    else flush();
  }
  flush();
  return blocks;
};

/** Reads a table whose columns are separated by white space in every row. */
const readAligned = (
  bodyLines: readonly TextLine[],
  vocabulary: ReadonlySet<string>,
  direction: 'ltr' | 'rtl',
  leastRows: number,
  leastColumns: number,
  heads: readonly TextLine[] = [],
): FoundTable | null => {
  // Code listings are aligned, too.
  if (bodyLines.length < leastRows * 2 || bodyLines.every(isMonoLine)) return null;
  const size = medianOf(bodyLines.map((line) => line.size));
  const body = rowsOf(bodyLines);
  const manyPieces = body.filter((row) => row.lines.length >= 2);
  if (manyPieces.length < leastRows) return null;
  const columns = columnsOf(
    manyPieces.flatMap((row) => row.lines),
    body.length,
    size,
  );
  if (columns.length < leastColumns) return null;
  const lines = [...heads, ...bodyLines];
  const box = unionOf(lines);
  const rows = [...rowsOf(heads), ...body];

  const grid: string[][] = [];
  let filled = 0;
  for (const row of rows) {
    const cells = columns.map(() => [] as { word: Word; line: TextLine }[]);
    for (const line of row.lines) {
      const spread = widthOf(line) > 0.5 * widthOf(box);
      const isOverSeveral =
        new Set(line.words.map((word) => nearestColumn((word.x0 + word.x1) / 2, columns))).size > 1 &&
        line.words.every(
          (word) => columns.filter(({ from, to }) => word.x1 > from && word.x0 < to).length < 2,
        );
      for (const word of line.words) {
        const lineMiddle = spread ? line.x0 : (line.x0 + line.x1) / 2;
        const middle =
          heads.includes(line) || (isOverSeveral && !spread) ? (word.x0 + word.x1) / 2 : lineMiddle;
        cells[nearestColumn(middle, columns)]?.push({ word, line });
      }
    }
    const texts = cells.map((cell) => cellText(cell, vocabulary));
    filled += texts.filter((text) => text !== '').length;
    grid.push(direction === 'rtl' ? texts.reverse() : texts);
  }
  if (filled < 0.5 * grid.length * columns.length) return null;
  const compact = withoutEmpty(grid);
  if (compact.length < leastRows || (compact[0]?.length ?? 0) < 2) return null;
  return { box, markdown: toMarkdownTable(compact), lines: [...lines] };
};

const isMonoLine = (line: TextLine): boolean => line.words.every((word) => word.style.mono);

const nearestColumn = (x: number, columns: readonly { from: number; to: number }[]): number => {
  let best = 0;
  for (const [index, column] of columns.entries()) {
    const current = columns[best];
    if (current && Math.abs(x - clampTo(x, column)) < Math.abs(x - clampTo(x, current))) best = index;
  }
  return best;
};

const clampTo = (value: number, column: { from: number; to: number }): number =>
  Math.min(Math.max(value, column.from), column.to);

const columnsOf = (
  lines: readonly TextLine[],
  rowCount: number,
  size: number,
): { from: number; to: number }[] => {
  const spans = lines.map((line) => ({ from: line.x0, to: line.x1 })).sort((a, b) => a.from - b.from);
  const columns: { from: number; to: number; count: number }[] = [];
  for (const span of spans) {
    const last = columns.at(-1);
    if (last && span.from < last.to + 0.3 * size) {
      last.to = Math.max(last.to, span.to);
      last.count += 1;
    } else columns.push({ ...span, count: 1 });
  }
  return columns.filter((column) => column.count >= Math.max(1, 0.2 * rowCount));
};
