import { describe, expect, it } from '@jest/globals';
import { countWords } from './word-count.js';

describe('countWords', () => {
  it('counts words in scripts with spaces, and characters in Chinese', () => {
    expect(countWords('The keeper’s lamp — it burns.')).toBe(5);
    expect(countWords('灯塔矗立在河口的岩石上。')).toBe(7);
  });

  it('counts a formula as one word, however it is written', () => {
    expect(countWords('so $\\frac{a}{b} + c$ holds')).toBe(countWords('so $x$ holds'));
    expect(countWords('\\$5 and $x_1 \\$ 2$')).toBe(3);
  });

  it('takes linear time for a long run of punctuation', () => {
    expect(countWords('.'.repeat(1_000_000))).toBe(0);
  });
});
