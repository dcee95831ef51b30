import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../test/builders/line-builder.js';
import { isTurnedPage, lyingLine, turnBack } from './turned-page.js';

const shown = { width: 600, height: 800 };

describe('turnBack', () => {
  it('finds a box of the turned page where the page shows it', () => {
    const box = { x0: 10, y0: 20, x1: 110, y1: 30 };
    // Read from the bottom up: the line begins at the foot of the page, near its left edge.
    expect(turnBack(box, 90, shown)).toEqual({ x0: 20, x1: 30, y0: 690, y1: 790 });
    // Read from the top down: it begins at the head, near the right edge.
    expect(turnBack(box, 270, shown)).toEqual({ x0: 570, x1: 580, y0: 10, y1: 110 });
    expect(turnBack(box, 0, shown)).toBe(box);
  });
});

describe('lyingLine', () => {
  it('keeps the words in their order, each in its place', () => {
    const line = lyingLine(lineOf('No Authority', { x0: 10, baseline: 28 }), 90, shown);
    expect(line.words.map((word) => word.text)).toEqual(['No', 'Authority']);
    const [first, second] = line.words;
    expect((first?.y0 ?? 0) > (second?.y0 ?? 0)).toBe(true);
  });
});

describe('isTurnedPage', () => {
  it('is one where hardly any letter stands upright', () => {
    expect(isTurnedPage(16, 2500)).toBe(true);
    expect(isTurnedPage(1955, 60)).toBe(false);
    expect(isTurnedPage(0, 12)).toBe(false);
  });
});
