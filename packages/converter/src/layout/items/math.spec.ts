import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../../test/builders/line-builder.js';
import { findDisplayMath } from './math.js';

const formula = (text: string, baseline: number, x0 = 150) => lineOf(text, { baseline, x0 });
const prose = (text: string, baseline: number) => lineOf(text, { baseline, width: 400 });
const found = (...lines: ReturnType<typeof lineOf>[]) =>
  findDisplayMath(lines).map(({ lines: own }) =>
    own.map((line) => line.words.map((word) => word.text).join(' ')),
  );

describe('findDisplayMath', () => {
  const before = prose('The sum of both sides is then of the following form', 100);

  it('finds a formula with its number and a tall bracket beside it', () => {
    const bracket = { ...lineOf('{', { baseline: 140, x0: 140 }), y0: 120, y1: 150 };
    expect(found(before, bracket, formula('x = y + 2', 134), formula('(3)', 134, 400))).toEqual([
      expect.arrayContaining(['x = y + 2', '(3)', '{']),
    ]);
  });

  it('leaves a formula in running text', () => {
    const here = [prose('and the value of', 100), formula('x = 2', 100, 460), prose('is known by now', 112)];
    expect(found(...here)).toEqual([]);
  });

  it('does not read a list entry as a formula', () => {
    expect(found(before, formula('2) x = y + 2', 130))).toEqual([]);
  });

  it('does not read the last line of a sentence as a formula', () => {
    expect(found(before, formula('to x = 2 + 3 = 5.', 112, 50))).toEqual([]);
    expect(found(before, formula('to x = 2 + 3 = 5.', 112, 120))).toHaveLength(1);
  });
});
