import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../../test/builders/line-builder.js';
import { splitBlocks } from './paragraphs.js';
import type { TextLine } from '../lines/text-line.js';

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

  it('splits after a sentence that ends before the end of the line', () => {
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

  it('keeps an entry with a hanging indent whole', () => {
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

  it('splits list entries at their markers and keeps their other lines', () => {
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

  it('does not read a number at the start of a line as a marker', () => {
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

  it('joins a drop cap with its line', () => {
    const lines = [
      lineOf('O', { baseline: 124, size: 30, width: 22 }),
      lineOf('nce upon a time there', { baseline: 100, x0: 74, width: 370 }),
      lineOf('was', { baseline: 112, x0: 74, width: 370 }),
    ];
    expect(texts(lines)[0]).toMatch(/^Once upon/);
  });

  it('recognises a centred title of two lines', () => {
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

  describe('on a scan', () => {
    const blocks = (lines: readonly TextLine[]) => splitBlocks(lines, true, 1.2);

    it('keeps a stanza whole, with its line breaks', () => {
      const stanza = set([
        ['Un héros favori de Mars', 170],
        ['Dans nos camps fixa la victoire ;', 230],
        ['Mais , ami du peuple et des arts ,', 240, 60],
        ['Sou coeur préfère une autre gloire.', 260],
        ['*êe jour de fête nous le devons :', 232],
        ['Nous y célébrons sa conquête.', 205],
      ]);
      const next = set([['Par mille triomphes divers ,', 200]], 220);
      const [first, second, ...more] = blocks([...stanza, ...next]);
      expect(more).toEqual([]);
      expect([first?.isVerse, first?.lines.length]).toEqual([true, 6]);
      expect([second?.isVerse, second?.lines.length]).toEqual([false, 1]);
    });

    it.each<[string, Parameters<typeof set>[0]]>([
      [
        'prose whose lines fill the measure, though names begin them',
        [
          ['Paris was full of people then and', 400],
          ['London no less, for all that could', 398],
          ['Rome was where most of them had', 396],
          ['Been before, as Mary used to say.', 300],
        ],
      ],
      [
        'ragged prose',
        [
          ['It was late when they came to', 350],
          ['the river and nobody was there', 400],
          ['who could have told them what', 330],
          ['to do, or where the boat was.', 280],
        ],
      ],
      [
        'an address',
        [
          ['Department of History', 200],
          ['University of Somewhere', 240],
          ['Main Street', 100],
          ['Some Town', 90],
        ],
      ],
      [
        'entries with bullets',
        [
          ['• The first thing one may do.', 300],
          ['• The second, which is longer than it,', 380],
          ['• The third. It has no end.', 250],
          ['The bullet of this one was lost,', 280],
          ['• The last of them all here.', 260],
        ],
      ],
      [
        'labels of a form',
        [
          ['Weight of the empty trailer, kg', 300],
          ['Weight of the load on it, kg', 280],
          ['Number of axles and of wheels', 250],
          ['Distance between the axles, mm', 290],
        ],
      ],
      [
        'a list that leads to pages',
        [
          ['The House by the River 12', 300],
          ['The Road to the South 34', 280],
          ['The Return of the Son 56', 260],
          ['The End of it All 78', 200],
        ],
      ],
    ])('takes no verse for %s', (_, rows) => {
      expect(blocks(set(rows)).filter((block) => block.isVerse)).toEqual([]);
    });

    it('looks for verse on scans only', () => {
      const rows = set([
        ['A line that begins with a capital', 250],
        ['Another line that does so too', 220],
        ['And one that is a little longer here', 280],
        ['The last of these four lines', 200],
      ]);
      expect(splitBlocks(rows, false, 1.2).some((block) => block.isVerse)).toBe(false);
    });
  });
});
