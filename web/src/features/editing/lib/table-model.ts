import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '@hamkhan/contracts/http/edited-items';
import {
  isDelimiterRow,
  parseTable,
  splitTableRow,
  tableLines,
  writeTableRow,
} from '@hamkhan/contracts/markdown-table';

/** A table while it is edited: cells in inline Markdown, all rows of equal width. `marks` is the delimiter row, one dash per column. */
export type TableModel = { head: string[] | null; rows: string[][]; marks: string[] };

const delimiterOf = (markdown: string): string[] =>
  tableLines(markdown).slice(0, 2).map(splitTableRow).find(isDelimiterRow) ?? [];

/** Parses the Markdown of a table (`TableItem`). Text without a bar is a table of one cell. */
export const readTable = (markdown: string): TableModel => {
  const { head, rows, aligns } = parseTable(markdown);
  const delimiter = delimiterOf(markdown);
  const columns = aligns.length;
  return {
    head,
    rows: rows.length > 0 ? rows : [Array.from({ length: columns }, () => '')],
    marks: Array.from({ length: columns }, (_, column) => (delimiter[column] ?? '-').replace(/-+/, '-')),
  };
};

/** Writes a table as Markdown. A table without a header gets an empty one, as GitHub's tables do. */
export const writeTable = ({ head, rows, marks }: TableModel): string =>
  [
    writeTableRow(head ?? marks.map(() => '')),
    `| ${marks.map((mark) => mark.replace('-', '---')).join(' | ')} |`,
    ...rows.map(writeTableRow),
  ].join('\n');

const columnsOf = (table: TableModel): number => table.marks.length;

export const canAddRow = (table: TableModel): boolean => table.rows.length < MAX_TABLE_ROWS;
export const canAddColumn = (table: TableModel): boolean => columnsOf(table) < MAX_TABLE_COLUMNS;
/** The last row or column cannot be removed (RDR-EDIT-17). */
export const canRemoveRow = (table: TableModel): boolean => table.rows.length > 1;
export const canRemoveColumn = (table: TableModel): boolean => columnsOf(table) > 1;

const inserted = <T>(list: readonly T[], at: number, one: T): T[] => [
  ...list.slice(0, at),
  one,
  ...list.slice(at),
];
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);

/** Adds an empty row before row `at`, unless the table is full (RDR-EDIT-16). */
export const addRow = (table: TableModel, at: number): TableModel =>
  canAddRow(table)
    ? {
        ...table,
        rows: inserted(
          table.rows,
          at,
          table.marks.map(() => ''),
        ),
      }
    : table;

export const addColumn = (table: TableModel, at: number): TableModel =>
  canAddColumn(table)
    ? {
        head: table.head && inserted(table.head, at, ''),
        rows: table.rows.map((cells) => inserted(cells, at, '')),
        marks: inserted(table.marks, at, '-'),
      }
    : table;

export const removeRow = (table: TableModel, at: number): TableModel =>
  canRemoveRow(table) ? { ...table, rows: without(table.rows, at) } : table;

export const removeColumn = (table: TableModel, at: number): TableModel =>
  canRemoveColumn(table)
    ? {
        head: table.head && without(table.head, at),
        rows: table.rows.map((cells) => without(cells, at)),
        marks: without(table.marks, at),
      }
    : table;

/** Row -1 is the header. */
export const setCell = (table: TableModel, row: number, column: number, text: string): TableModel => {
  const changed = (cells: readonly string[]) => cells.map((cell, at) => (at === column ? text : cell));
  return row < 0
    ? { ...table, head: table.head && changed(table.head) }
    : { ...table, rows: table.rows.map((cells, at) => (at === row ? changed(cells) : cells)) };
};

/** A header with text becomes a row when it is removed, which needs space for one more row. */
export const canSetHead = (table: TableModel, on: boolean): boolean =>
  on || table.head === null || table.head.every((cell) => cell === '') || canAddRow(table);

/** Makes the first row the header, or the header the first row; no text is lost. */
export const setHead = (table: TableModel, on: boolean): TableModel => {
  if (on === (table.head !== null) || !canSetHead(table, on)) return table;
  if (!on) {
    const says = table.head?.some((cell) => cell !== '') ? [table.head] : [];
    return { ...table, head: null, rows: [...says, ...table.rows] };
  }
  const [first, ...rest] = table.rows;
  return first && rest.length > 0
    ? { ...table, head: first, rows: rest }
    : { ...table, head: table.marks.map(() => '') };
};
