import { describe, expect, it } from '@jest/globals';
import { tidyLatex } from './given-latex.js';

describe('tidyLatex', () => {
  it('takes delimiters off', () => {
    expect(tidyLatex('$$ x $$')).toBe('x');
    expect(tidyLatex('\\(a_1\\)')).toBe('a_1');
  });
});
