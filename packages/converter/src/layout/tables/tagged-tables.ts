import type { Box } from '../geometry/box.js';
import { unionOf, widthOf } from '../geometry/box.js';
import type { FoundTable } from './table-text.js';
import { cellText, toMarkdownTable } from './table-text.js';
import type { CellPlace, TextLine, Word } from '../lines/text-line.js';

type Entry = { word: Word; line: TextLine };
type Cell = { entries: Entry[]; box: Box | null };

/** A cell with more letters is a text column of a page laid out by a table. */
const MAX_LETTERS = 2000;

/**
 * Tables by the tags of the file: its rows and cells in logical order, whatever lines are drawn. Tables that only lay out the
 * page are left out: a heading or a page of text in one cell, or one row of two cells.
 */
export const findTaggedTables = (
  lines: readonly TextLine[],
  vocabulary: ReadonlySet<string>,
): { tables: FoundTable[]; rest: TextLine[] } => {
  const byTable = new Map<number, Entry[]>();
  for (const line of lines) {
    for (const word of line.words) {
      if (!word.cell) continue;
      const entries = byTable.get(word.cell.table);
      if (entries) entries.push({ word, line });
      else byTable.set(word.cell.table, [{ word, line }]);
    }
  }
  const tables: FoundTable[] = [];
  const taken = new Set<Word>();
  for (const entries of byTable.values()) {
    const rows = gridOf(entries);
    const columns = Math.max(0, ...rows.map((row) => row.length));
    const letters = (cell: Cell): number => cell.entries.reduce((sum, { word }) => sum + word.text.length, 0);
    const isLayout =
      columns < 2 ||
      rows.length * columns < 3 ||
      entries.some(({ word }) => word.tag !== undefined) ||
      rows.some((row) => row.some((cell) => letters(cell) > MAX_LETTERS));
    if (isLayout) continue;
    const texts = placeShortRows(rows, columns).map((row) =>
      row.map((cell) => cellText(cell?.entries ?? [], vocabulary)),
    );
    for (const { word } of entries) taken.add(word);
    tables.push({
      box: unionOf(entries.map(({ word }) => word)),
      markdown: toMarkdownTable(texts),
      lines: [...new Set(entries.map(({ line }) => line))],
    });
  }
  return { tables, rest: taken.size === 0 ? [...lines] : withoutWords(lines, taken) };
};

/** Rows of cells. Rows without words are left out, empty cells between others are kept. */
const gridOf = (entries: readonly Entry[]): Cell[][] => {
  const rows = new Map<number, Map<number, Entry[]>>();
  for (const entry of entries) {
    const { row, column } = entry.word.cell as CellPlace;
    const cells = rows.get(row) ?? new Map<number, Entry[]>();
    rows.set(row, cells);
    cells.set(column, [...(cells.get(column) ?? []), entry]);
  }
  return [...rows.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, cells]) =>
      Array.from({ length: lengthOf(cells) }, (_, column) => {
        const own = cells.get(column) ?? [];
        return { entries: own, box: own.length > 0 ? unionOf(own.map(({ word }) => word)) : null };
      }),
    );
};

const lengthOf = (cells: ReadonlyMap<number, Entry[]>): number =>
  Math.max(...[...cells.values()].flatMap((own) => own.map(({ word }) => word.cell?.columns ?? 0)));

/** Puts the cells of rows with fewer cells (because one spans several columns) under the columns where they are printed. */
const placeShortRows = (rows: readonly Cell[][], columns: number): (Cell | undefined)[][] => {
  const spans = Array.from({ length: columns }, (_, column): Box | null => {
    const boxes = rows.flatMap((row) =>
      row.length === columns && row[column]?.box ? [row[column].box] : [],
    );
    return boxes.length > 0 ? unionOf(boxes) : null;
  });
  return rows.map((row) => {
    if (row.length === columns) return row;
    const placed: (Cell | undefined)[] = Array.from({ length: columns });
    let from = 0;
    for (const [index, cell] of row.entries()) {
      const last = columns - (row.length - index);
      let best = Math.min(Math.max(from, index), last);
      const { box } = cell;
      if (box) {
        const reach = (column: number): number => {
          const span = spans[column];
          return span ? Math.min(span.x1, box.x1) - Math.max(span.x0, box.x0) : -widthOf(box);
        };
        for (let column = from; column <= last; column += 1) if (reach(column) > reach(best)) best = column;
      }
      placed[best] = cell;
      from = best + 1;
    }
    return placed;
  });
};

const withoutWords = (lines: readonly TextLine[], taken: ReadonlySet<Word>): TextLine[] =>
  lines.flatMap((line) => {
    const words = line.words.filter((word) => !taken.has(word));
    if (words.length === line.words.length) return [line];
    return words.length > 0 ? [{ ...line, ...unionOf(words), words }] : [];
  });
