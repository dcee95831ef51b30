import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../../../test/builders/line-builder.js';
import { splitBlocks } from './paragraphs.domain.js';
import type { TextLine } from './text-line.js';

const set = (rows: readonly (readonly [string, number, number?, number?])[], from = 100): TextLine[] =>
  rows.map(([text, width, x0 = 50, size = 10], i) =>
    lineOf(text, { width, x0, size, baseline: from + i * 12 }),
  );
const texts = (lines: readonly TextLine[]): string[] =>
  splitBlocks(lines, false, 1.2).map((block) =>
    block.lines.map((line) => line.words.map((word) => word.text).join(' ')).join(' / '),
  );

describe('splitBlocks', () => {
  it('splits paragraphs by the indent of their first line', () => {
    expect(
      texts(
        set([
          ['a first line', 390, 60],
          ['second line full', 400],
          ['the end of it.', 200],
          ['b first line', 390, 60],
          ['last line of b.', 400],
        ]),
      ),
    ).toEqual(['a first line / second line full / the end of it.', 'b first line / last line of b.']);
  });

  it('splits where a sentence ended early, without indent', () => {
    expect(
      texts(
        set([
          ['the first paragraph runs on', 400],
          ['and ends here.', 150],
          ['the second begins', 400],
          ['and goes on', 400],
        ]),
      ),
    ).toEqual(['the first paragraph runs on / and ends here.', 'the second begins / and goes on']);
  });

  it('keeps a hanging entry whole', () => {
    expect(
      texts(
        set([
          ['First author. A title that', 400],
          ['runs on.', 100, 70],
          ['Second author. Another title', 400],
          ['that runs on.', 120, 70],
        ]),
      ),
    ).toEqual(['First author. A title that / runs on.', 'Second author. Another title / that runs on.']);
  });

  it('splits list entries at their markers, and keeps their further lines', () => {
    expect(
      texts(
        set([
          ['1. the first entry that', 400],
          ['goes on', 100, 62],
          ['2. the second', 200],
          ['3. the third', 200],
        ]),
      ),
    ).toEqual(['1. the first entry that / goes on', '2. the second', '3. the third']);
  });

  it('does not take a number that a line begins with for a marker', () => {
    expect(
      texts(
        set([
          ['it happened in the year', 400],
          ['1990. Then it ended and', 400],
          ['nobody knew.', 120],
        ]),
      ),
    ).toHaveLength(1);
  });

  it('splits at white space and at another size', () => {
    const lines = [
      lineOf('Heading', { baseline: 100, size: 16 }),
      lineOf('text below it that runs on', { baseline: 118, width: 400 }),
      lineOf('and on', { baseline: 130, width: 400 }),
      lineOf('far below', { baseline: 180, width: 400 }),
    ];
    expect(texts(lines)).toEqual(['Heading', 'text below it that runs on / and on', 'far below']);
  });

  it('joins a drop capital to its line', () => {
    const lines = [
      lineOf('O', { baseline: 124, size: 30, width: 22 }),
      lineOf('nce upon a time there', { baseline: 100, x0: 74, width: 370 }),
      lineOf('was', { baseline: 112, x0: 74, width: 370 }),
    ];
    expect(texts(lines)[0]).toMatch(/^Once upon/);
  });

  it('knows a centred title of two lines', () => {
    const [block] = splitBlocks(
      set([
        ['A long title over two', 300, 100],
        ['Lines', 60, 220],
      ]),
      false,
      1.2,
    );
    expect(block).toMatchObject({ align: 'center' });
    expect(block?.lines).toHaveLength(2);
  });
});
