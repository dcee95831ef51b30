export type ColumnAlign = 'start' | 'center' | 'end';

/** A parsed table: cells contain inline Markdown, and every row has one cell per column. */
export type Table = { head: string[] | null; rows: string[][]; aligns: ColumnAlign[] };

const MAX_COLUMNS = 100;
const MAX_CELLS = 20_000;

/** The cells of a table line; `\|` is a bar inside a cell, every other backslash belongs to the inline marks. */
export const splitTableRow = (line: string): string[] => {
  const row = line.trim();
  const cells: string[] = [];
  let cell = '';
  for (let at = 0; at < row.length; at += 1) {
    const char = row.charAt(at);
    if (char === '\\' && row[at + 1] === '|') {
      cell += '|';
      at += 1;
    } else if (char === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  if (cell.trim() !== '' || !row.endsWith('|') || cells.length === 0) cells.push(cell.trim());
  if (row.startsWith('|')) cells.shift();
  return cells;
};

/** Whether these cells are the delimiter row with the alignment of columns. */
export const isDelimiterRow = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => /^:?-+:?$/.test(cell));

/** Writes cells as a table line. Line breaks become spaces and bars are escaped, so that no cell can break the table. */
export const writeTableRow = (cells: readonly string[]): string =>
  `| ${cells
    .map((cell) =>
      cell
        .replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))
        .trim()
        .replaceAll('|', '\\|'),
    )
    .join(' | ')} |`;

/** The lines of a table; blank lines are dropped. */
export const tableLines = (markdown: string): string[] =>
  markdown.split(/\r?\n/).filter((line) => line.trim() !== '');

const NUMBER =
  /^[\s$€£¥₽﷼()~≈<>±+\-−–]*[0-9\u06f0-\u06f9\u0660-\u0669][0-9\u06f0-\u06f9\u0660-\u0669.,٫٬/'’\s×e^±−–-]*[\s%٪()]*[\p{L}°$€£¥₽﷼]{0,6}$/u;

/** Whether a column holds numbers: all its filled cells do, and there is more than one. */
const isNumeric = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell !== '' && !/^[-–—.…*]+$/.test(cell));
  return (
    filled.length > 1 &&
    filled.every((cell) => cell.length <= 40 && NUMBER.test(cell.replace(/[*$`\\]/g, '')))
  );
};

/**
 * Reads a GitHub-style table (`TableItem`). Its first row is the head when the line of dashes follows it. Columns of numbers
 * are aligned at their end, unless the dashes say otherwise. Text without a bar gives one column.
 */
export const parseTable = (markdown: string): Table => {
  const lines = tableLines(markdown).map((line) => splitTableRow(line).slice(0, MAX_COLUMNS));
  const marks = lines.findIndex((cells, index) => index < 2 && isDelimiterRow(cells));
  const delimiter = marks < 0 ? [] : (lines[marks] ?? []);
  const body = lines.filter((_, index) => index !== marks);
  const columns = body.reduce((most, cells) => Math.max(most, cells.length), 1);
  const rows = body
    .slice(0, Math.max(1, Math.floor(MAX_CELLS / columns)))
    .map((cells) => Array.from({ length: columns }, (_, index) => cells[index] ?? ''));
  const head = marks === 1 ? (rows.shift() ?? null) : null;
  const aligns = Array.from({ length: columns }, (_, index): ColumnAlign => {
    const mark = delimiter[index] ?? '';
    if (mark.startsWith(':') && mark.endsWith(':')) return 'center';
    if (mark.endsWith(':')) return 'end';
    if (mark.startsWith(':')) return 'start';
    return isNumeric(rows.map((cells) => cells[index] ?? '')) ? 'end' : 'start';
  });
  return { head: head?.some((cell) => cell !== '') ? head : null, rows, aligns };
};
