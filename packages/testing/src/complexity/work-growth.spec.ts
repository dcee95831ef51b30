import { describe, expect, it } from '@jest/globals';
import { MAX_GROWTH, workGrowth } from './work-growth.js';

/** Work of a known number of steps. */
const steps = (count: number): number => {
  let sum = 0;
  for (let step = 0; step < count; step += 1) sum = (sum * 31 + step) | 0;
  return sum;
};

describe('workGrowth', () => {
  it('accepts linear work', () => {
    expect(workGrowth((size) => () => steps(size * 2_000))).toBeLessThan(MAX_GROWTH);
  });

  it('detects quadratic work', () => {
    expect(workGrowth((size) => () => steps(size * size))).toBeGreaterThan(MAX_GROWTH);
  });

  it('does not judge work that is too short to measure', () => {
    expect(workGrowth(() => () => steps(100))).toBe(0);
  });
});
