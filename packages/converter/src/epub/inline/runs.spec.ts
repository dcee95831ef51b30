import { describe, expect, it } from '@jest/globals';
import { renderRuns } from './render-runs.js';
import { splitAtDoubleBreaks } from './runs.js';
import type { Run } from './runs.js';

const text = (value: string): Run => ({ kind: 'text', text: value, bold: false, italic: false, code: false });
const lineBreak: Run = { kind: 'break' };

describe('splitAtDoubleBreaks', () => {
  it('splits paragraphs at two breaks', () => {
    const parts = splitAtDoubleBreaks([
      text('a'),
      lineBreak,
      text(' '),
      lineBreak,
      text('b'),
      lineBreak,
      text('c'),
    ]);
    expect(parts.map((part) => renderRuns(part))).toEqual(['a', 'b\nc']);
  });
});
