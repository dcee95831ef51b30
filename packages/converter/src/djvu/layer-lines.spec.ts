import { describe, expect, it } from '@jest/globals';
import { linesOfRecognisedLayer, linesOfTypesetLayer, wholeWordsOf } from './layer-lines.js';
import type { ZoneLine } from './text-zones.js';

/** A zone of a typeset layer: its words have the box of the zone. */
const zone = (x0: number, x1: number, y0: number, text: string): ZoneLine => {
  const box = { x0, y0, x1, y1: y0 + 50 };
  return { ...box, words: text.split(' ').map((word) => ({ ...box, text: word })) };
};
const typeset = (zones: ZoneLine[], vocabulary: string[] = []) =>
  linesOfTypesetLayer(zones, 0.24, new Set(vocabulary)).map((line) =>
    line.words.map((word) => word.text).join(' '),
  );

describe('linesOfTypesetLayer', () => {
  it('joins the zones of a row, and keeps rows and columns apart', () => {
    expect(
      typeset([zone(0, 100, 0, 'The first'), zone(112, 200, 0, 'row'), zone(0, 100, 60, 'The second')]),
    ).toEqual(['The first row', 'The second']);
    expect(typeset([zone(0, 100, 0, 'left'), zone(400, 500, 0, 'right')])).toEqual(['left', 'right']);
  });

  it('joins a word that is split between two zones', () => {
    expect(
      typeset([zone(0, 300, 0, 'in Multipage Docu'), zone(300, 500, 0, 'ments, a file')], ['documents']),
    ).toEqual(['in Multipage Documents, a file']);
    expect(typeset([zone(0, 30, 0, 'R'), zone(30, 200, 0, 'elease copy')], ['release'])).toEqual([
      'Release copy',
    ]);
    expect(typeset([zone(0, 60, 0, 'TH44'), zone(60, 300, 0, '. Chunks of')])).toEqual(['TH44. Chunks of']);
  });

  it('joins a word that is split in three, or that the vocabulary has in another form', () => {
    expect(
      typeset(
        [zone(0, 100, 0, 'we understan'), zone(100, 120, 0, 'd'), zone(120, 200, 0, 'ing it')],
        ['understand'],
      ),
    ).toEqual(['we understanding it']);
    expect(typeset([zone(0, 100, 0, 'is downl'), zone(100, 200, 0, 'oaded on')], ['download'])).toEqual([
      'is downloaded on',
    ]);
    expect(
      typeset([zone(0, 100, 0, 'the princip'), zone(100, 120, 0, 'al'), zone(120, 300, 0, 'imaging model')]),
    ).toEqual(['the principal imaging model']);
  });

  it('does not join adjacent words of the vocabulary', () => {
    expect(
      typeset([zone(0, 100, 0, 'Page 12'), zone(100, 150, 0, 'of'), zone(150, 200, 0, '71')], ['page', 'of']),
    ).toEqual(['Page 12 of 71']);
    expect(typeset([zone(0, 150, 0, 'a serving'), zone(150, 400, 0, 'mechanism that')])).toEqual([
      'a serving mechanism that',
    ]);
  });

  it('joins a hyphen without spaces to both sides', () => {
    expect(
      typeset([zone(0, 100, 0, 'a high'), zone(100, 114, 0, '-'), zone(114, 300, 0, 'level view')]),
    ).toEqual(['a high-level view']);
  });
});

describe('linesOfRecognisedLayer', () => {
  const word = (text: string, x0: number, height: number) => ({
    text,
    x0,
    x1: x0 + 40,
    y0: 100 - height,
    y1: 100,
  });
  const line = (...words: ReturnType<typeof word>[]): ZoneLine => ({
    x0: 0,
    x1: 400,
    y0: 40,
    y1: 100,
    words,
  });

  it('finds the same type size for lines with and without ascenders', () => {
    const [flat, tall] = linesOfRecognisedLayer(
      [line(word('aux', 0, 24), word('au', 60, 25)), line(word('Chdlk', 0, 36), word('Hbf', 60, 36))],
      1,
    );
    expect(flat?.size).toBe(tall?.size);
  });

  it('keeps a clearly different size', () => {
    const lines = linesOfRecognisedLayer(
      [...Array.from({ length: 6 }, () => line(word('aux', 0, 24))), line(word('aux', 0, 60))],
      1,
    );
    expect(lines[6]?.size).toBeGreaterThan(2 * (lines[0]?.size ?? 0));
  });

  it('leaves out lines without a letter or digit', () => {
    expect(linesOfRecognisedLayer([line(word('*—*', 0, 20))], 1)).toEqual([]);
  });
});

describe('wholeWordsOf', () => {
  it('leaves out the first and the last word of a zone, which may be split words', () => {
    expect(wholeWordsOf([zone(0, 100, 0, 'ments, The (whole) s thing Docu')])).toEqual([
      'the',
      'whole',
      'thing',
    ]);
  });
});
