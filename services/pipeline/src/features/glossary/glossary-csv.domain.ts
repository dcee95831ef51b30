import { CsvError, parse } from 'csv-parse/sync';

/** One line of a glossary file. */
export type CsvTerm = { term: string; translation: string; note: string };
export type CsvRow = { line: number; cells: string[] };

export const CSV_HEADER = ['term', 'translation', 'note'] as const;
export const MAX_CSV_ROWS = 5_000;

/** Spreadsheets run a cell with this beginning as a formula, also after a tab or a line end (OWASP). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;
const BOM = '\uFEFF';

const writeCell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;]/u.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Terms as CSV (RFC 4180) that spreadsheets open as UTF-8 and without formulas. */
export const writeGlossaryCsv = (terms: readonly CsvTerm[]): string =>
  BOM +
  [CSV_HEADER, ...terms.map(({ term, translation, note }) => [term, translation, note])]
    .map((cells) => `${cells.map(writeCell).join(',')}\r\n`)
    .join('');

/** An invalid file: an unclosed quote, or more rows than a glossary can have. */
export class CsvFileError extends Error {
  constructor(
    readonly problem: 'unclosed_quote' | 'too_many_rows',
    readonly line: number,
  ) {
    super(`csv: ${problem} in line ${line}`);
    this.name = 'CsvFileError';
  }
}

/** Spreadsheets separate with commas, semicolons or tabs, depending on the locale. The first one in the first line counts. */
const separatorOf = (text: string): string => /[,;\t]/u.exec(text.split(/\r?\n/u, 1)[0] ?? '')?.[0] ?? ',';

/** Parses a CSV file. Each row has the number of its first line, from 1; empty rows are dropped. @throws CsvFileError */
export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  try {
    parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      ltrim: true,
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
        if (rows.length > MAX_CSV_ROWS + 1) throw new CsvFileError('too_many_rows', line);
        line = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new CsvFileError('unclosed_quote', line);
    throw error;
  }
  return rows;
}

/** Removes the apostrophe that `writeGlossaryCsv` puts before a formula; any other belongs to the word. */
const readCell = (cell: string | undefined): string => {
  const text = (cell ?? '').replace(/\s+/gu, ' ').trim();
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
};

/** Rows as terms, without the header if there is one. */
export const termsOfRows = (rows: readonly CsvRow[]): { line: number; term: CsvTerm }[] =>
  rows
    .filter(({ cells }, index) => index > 0 || readCell(cells[0]).toLowerCase() !== CSV_HEADER[0])
    .map(({ line, cells }) => ({
      line,
      term: { term: readCell(cells[0]), translation: readCell(cells[1]), note: readCell(cells[2]) },
    }));
