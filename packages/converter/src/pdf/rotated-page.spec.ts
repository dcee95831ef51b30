import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../test/builders/line-builder.js';
import { isRotatedPage, rotateBack, sidewaysLine } from './rotated-page.js';

const shown = { width: 600, height: 800 };

describe('rotateBack', () => {
  it('maps a box of the rotated page to the page as shown', () => {
    const box = { x0: 10, y0: 20, x1: 110, y1: 30 };
    // Read from the bottom up: the line begins at the foot of the page, near its left edge.
    expect(rotateBack(box, 90, shown)).toEqual({ x0: 20, x1: 30, y0: 690, y1: 790 });
    // Read from the top down: it begins at the head, near the right edge.
    expect(rotateBack(box, 270, shown)).toEqual({ x0: 570, x1: 580, y0: 10, y1: 110 });
    expect(rotateBack(box, 0, shown)).toBe(box);
  });
});

describe('sidewaysLine', () => {
  it('keeps the order of the words and moves their boxes', () => {
    const line = sidewaysLine(lineOf('No Authority', { x0: 10, baseline: 28 }), 90, shown);
    expect(line.words.map((word) => word.text)).toEqual(['No', 'Authority']);
    const [first, second] = line.words;
    expect((first?.y0 ?? 0) > (second?.y0 ?? 0)).toBe(true);
  });
});

describe('isRotatedPage', () => {
  it('requires that hardly any letter is upright', () => {
    expect(isRotatedPage(16, 2500)).toBe(true);
    expect(isRotatedPage(1955, 60)).toBe(false);
    expect(isRotatedPage(0, 12)).toBe(false);
  });
});
