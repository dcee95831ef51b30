import { describe, expect, it } from '@jest/globals';
import { parseSExpressions } from './s-expression.js';
import { isTypeset, linesOfZones } from './text-zones.js';

const lines = (text: string) =>
  linesOfZones(parseSExpressions(Buffer.from(text)), { width: 100, height: 200 });

describe('linesOfZones', () => {
  it('reads lines inside columns, regions and paragraphs, with the origin at the top left', () => {
    expect(
      lines(
        '(page 0 0 100 200 (column 0 0 50 200 (para 0 0 50 200 (line 10 150 40 160 (word 10 150 20 160 "a") (word 25 150 40 160 "b")))))',
      ),
    ).toEqual([
      {
        x0: 10,
        y0: 40,
        x1: 40,
        y1: 50,
        words: [
          { x0: 10, y0: 40, x1: 20, y1: 50, text: 'a' },
          { x0: 25, y0: 40, x1: 40, y1: 50, text: 'b' },
        ],
      },
    ]);
  });

  it('joins characters to words', () => {
    expect(
      lines('(line 0 0 30 10 (word 0 0 30 10 (char 0 0 10 10 "a") (char 10 0 20 10 "b")))')[0]?.words[0]
        ?.text,
    ).toBe('ab');
  });

  it('divides a line among words without boxes', () => {
    expect(lines('(page 0 0 100 200 (line 0 0 50 10 "ab cd"))')[0]?.words).toMatchObject([
      { text: 'ab', x0: 0, x1: 20 },
      { text: 'cd', x0: 30, x1: 50 },
    ]);
  });

  it('clips boxes to the page', () => {
    expect(lines('(line 90 -50 5000 9999 (word 90 -50 5000 9999 "x"))')[0]).toMatchObject({
      x0: 90,
      y0: 0,
      x1: 100,
      y1: 200,
    });
  });

  it('recognises a typeset layer by words without boxes of their own', () => {
    expect(isTypeset(lines('(line 0 0 9 9 (word 0 0 9 9 "a") (word 0 0 9 9 "b"))'))).toBe(true);
    expect(isTypeset(lines('(line 0 0 9 9 (word 0 0 4 9 "a") (word 5 0 9 9 "b"))'))).toBe(false);
    expect(isTypeset([])).toBe(false);
  });
});
