import { describe, expect, it } from '@jest/globals';
import { tidyLatex } from './tex-annotation.js';

describe('tidyLatex', () => {
  it('removes delimiters', () => {
    expect(tidyLatex('$$ x $$')).toBe('x');
    expect(tidyLatex('\\(a_1\\)')).toBe('a_1');
  });
});
