/** A GitHub-style table taken apart; `lines` holds the rows' cells, or the delimiter row as it stands. */
export type MarkdownTable = { lines: readonly (readonly string[] | string)[] };

const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  const row = line.trim();
  for (let index = 0; index < row.length; index += 1) {
    const char = row.charAt(index);
    if (char === '\\' && row.charAt(index + 1) === '|') {
      cell += '|';
      index += 1;
    } else if (char === '|') {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  cells.push(cell);
  if (row.startsWith('|')) cells.shift();
  if (cells.length > 1 && cell.trim() === '' && row.endsWith('|')) cells.pop();
  return cells.map((text) => text.trim());
}

/** Takes a markdown table apart; `\|` in a cell becomes `|`. Empty lines are dropped. */
export const parseTable = (markdown: string): MarkdownTable => ({
  lines: markdown
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => (DELIMITER.test(line) && line.includes('-') ? line.trim() : cellsOf(line))),
});

const writeCell = (cell: string): string => cell.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

/** Writes a table back; line breaks in a cell become spaces and `|` is escaped, so that no cell can break the table. */
export const writeTable = (table: MarkdownTable): string =>
  table.lines
    .map((line) => (typeof line === 'string' ? line : `| ${line.map(writeCell).join(' | ')} |`))
    .join('\n');
