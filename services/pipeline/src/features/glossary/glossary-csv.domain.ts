/** One line of a glossary file. */
export type CsvTerm = { term: string; translation: string; note: string };
export type CsvRow = { line: number; cells: string[] };

export const CSV_HEADER = ['term', 'translation', 'note'] as const;
export const MAX_CSV_ROWS = 5_000;

/** A cell that begins like this is a formula to a spreadsheet, and so is one that hides it behind a tab or a line end (OWASP). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;
const BOM = '\uFEFF';

const writeCell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;]/u.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Terms as CSV (RFC 4180) that a spreadsheet opens as UTF-8 and takes no cell of for a formula. */
export const writeGlossaryCsv = (terms: readonly CsvTerm[]): string =>
  BOM +
  [CSV_HEADER, ...terms.map(({ term, translation, note }) => [term, translation, note])]
    .map((cells) => `${cells.map(writeCell).join(',')}\r\n`)
    .join('');

/** A file that can't be read on: a quote that never closes, or more rows than a glossary has. */
export class CsvError extends Error {
  constructor(
    readonly problem: 'unclosed_quote' | 'too_many_rows',
    readonly line: number,
  ) {
    super(`csv: ${problem} in line ${line}`);
    this.name = 'CsvError';
  }
}

/** Spreadsheets write commas, semicolons or tabs, as their country does: what stands first in the first line decides. */
const separatorOf = (text: string): string => /[,;\t]/u.exec(text.split(/\r?\n/u, 1)[0] ?? '')?.[0] ?? ',';

/** The rows of a CSV file with the number of their first line, from 1; empty ones are left out. @throws CsvError */
export function parseCsv(given: string): CsvRow[] {
  const text = given.startsWith(BOM) ? given.slice(1) : given;
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let start = 1;
  const endRow = () => {
    cells.push(cell);
    cell = '';
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: start, cells });
    cells = [];
    if (rows.length > MAX_CSV_ROWS + 1) throw new CsvError('too_many_rows', line);
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\n') line += 1;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      endRow();
      start = line;
    } else if (char !== '\r') cell += char;
  }
  if (quoted) throw new CsvError('unclosed_quote', start);
  endRow();
  return rows;
}

/** The guard that `writeGlossaryCsv` put before a formula goes again; any other apostrophe belongs to the word. */
const readCell = (cell: string | undefined): string => {
  const text = (cell ?? '').replace(/\s+/gu, ' ').trim();
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
};

/** Rows as terms, without the header where there is one. */
export const termsOfRows = (rows: readonly CsvRow[]): { line: number; term: CsvTerm }[] =>
  rows
    .filter(({ cells }, index) => index > 0 || readCell(cells[0]).toLowerCase() !== CSV_HEADER[0])
    .map(({ line, cells }) => ({
      line,
      term: { term: readCell(cells[0]), translation: readCell(cells[1]), note: readCell(cells[2]) },
    }));
