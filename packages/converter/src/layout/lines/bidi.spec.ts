import { describe, expect, it } from '@jest/globals';
import { toLogicalOrder } from './bidi.js';

const logical = (visual: string, base?: 'ltr' | 'rtl'): string =>
  toLogicalOrder(
    [...visual],
    (char) => char,
    (_, char) => char,
    base,
  ).join('');

/** What paper shows from left to right. */
const reversed = (text: string): string => [...text].reverse().join('');

describe('toLogicalOrder', () => {
  it('does not change left-to-right text', () => {
    expect(logical('Plain text, 12.5 (a).')).toBe('Plain text, 12.5 (a).');
  });

  it('reverses a right-to-left line', () => {
    expect(logical(reversed('שלום עולם'))).toBe('שלום עולם');
  });

  it('keeps the direction of numbers and Latin words in Arabic text', () => {
    expect(logical(`${reversed(' في لغة')}R ${reversed('عام')} 2024`, 'rtl')).toContain('R');
    const visual = `2024 ${reversed('البرمجة بلغة')}`;
    expect(logical(visual, 'rtl')).toBe('البرمجة بلغة 2024');
    expect(logical(`${reversed('و')} Python ${reversed('لغة')}`, 'rtl')).toBe('لغة Python و');
  });

  it('keeps a number with its separators together', () => {
    expect(logical(`1,234.56 ${reversed('מחיר')}`, 'rtl')).toBe('מחיר 1,234.56');
  });

  it('corrects brackets that a producer stored by their shape', () => {
    // The line reads: word (aside) end; its brackets came as drawn, which reading order turns inside out.
    const visual = `${reversed('סוף')} )${reversed('הערה')}( ${reversed('מילה')}`;
    expect(logical(visual, 'rtl')).toBe('מילה (הערה) סוף');
    const mirrored = `${reversed('סוף')} (${reversed('הערה')}) ${reversed('מילה')}`;
    expect(logical(mirrored, 'rtl')).toBe('מילה (הערה) סוף');
  });

  it('reverses a right-to-left word in a left-to-right sentence', () => {
    expect(logical(`the word ${reversed('שלום')} means peace`, 'ltr')).toBe('the word שלום means peace');
  });
});
