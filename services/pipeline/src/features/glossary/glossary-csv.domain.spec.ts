import { describe, expect, it } from '@jest/globals';
import {
  CsvFileError,
  MAX_CSV_ROWS,
  parseCsv,
  termsOfRows,
  writeGlossaryCsv,
  type CsvTerm,
} from './glossary-csv.domain.js';

const read = (text: string): CsvTerm[] => termsOfRows(parseCsv(text)).map(({ term }) => term);

describe('a glossary as CSV', () => {
  const terms: CsvTerm[] = [
    { term: 'candle', translation: 'شمع', note: '' },
    { term: 'say "hello", world', translation: 'سلام؛ دنیا', note: 'دو خط' },
    { term: '=HYPERLINK("http://x.example","a")', translation: '+989120000000', note: '@cmd' },
    { term: '-term', translation: '-۵', note: '=1+1' },
    { term: "'tis", translation: '’ت', note: "d'accord" },
  ];

  it('survives an export and import', () => {
    expect(read(writeGlossaryCsv(terms))).toEqual(terms);
  });

  it('has no cell that a spreadsheet would run', () => {
    const file = writeGlossaryCsv([...terms, { term: '\t=1', translation: '\r=1', note: '＝1' }]);
    expect(file.startsWith('\uFEFFterm,translation,note\r\n')).toBe(true);
    for (const { cells } of parseCsv(file))
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/u);
  });

  it.each([
    ['semicolons, as from Excel in many locales', 'a;ب;ن\r\nb;پ;'],
    ['tabs', 'a\tب\tن\nb\tپ'],
    ['no header and no note', 'a,ب,ن\n\n  \nb,پ\n'],
    ['a header in capitals', 'Term,Translation,Note\na,ب,ن\nb,پ'],
  ])('is read with %s', (_, file) => {
    expect(read(file)).toEqual([
      { term: 'a', translation: 'ب', note: 'ن' },
      { term: 'b', translation: 'پ', note: '' },
    ]);
  });

  it('has the line of each row, also after a cell with line breaks', () => {
    expect(parseCsv('a,"x\ny",\nb,ب').map(({ line }) => line)).toEqual([1, 3]);
    expect(read('a,"x\ny",')[0]?.translation).toBe('x y');
  });

  it('is rejected with an unclosed quote or too many rows', () => {
    expect(() => parseCsv('a,ب\nb,"open\nc')).toThrow(new CsvFileError('unclosed_quote', 2));
    expect(() => parseCsv('a,ب\n'.repeat(MAX_CSV_ROWS + 2))).toThrow(CsvFileError);
  });
});
