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
  it('leaves left-to-right text as it is', () => {
    expect(logical('Plain text, 12.5 (a).')).toBe('Plain text, 12.5 (a).');
  });

  it('turns a right-to-left line around', () => {
    expect(logical(reversed('שלום עולם'))).toBe('שלום עולם');
  });

  it('keeps numbers and Latin words inside Arabic text as they are written', () => {
    expect(logical(`${reversed(' في لغة')}R ${reversed('عام')} 2024`, 'rtl')).toContain('R');
    const visual = `2024 ${reversed('البرمجة بلغة')}`;
    expect(logical(visual, 'rtl')).toBe('البرمجة بلغة 2024');
    expect(logical(`${reversed('و')} Python ${reversed('لغة')}`, 'rtl')).toBe('لغة Python و');
  });

  it('keeps a number with its separators together', () => {
    expect(logical(`1,234.56 ${reversed('מחיר')}`, 'rtl')).toBe('מחיר 1,234.56');
  });

  it('puts brackets right that a producer stored by their shape', () => {
    // The line reads: word (aside) end; its brackets came as drawn, which reading order turns inside out.
    const visual = `${reversed('סוף')} )${reversed('הערה')}( ${reversed('מילה')}`;
    expect(logical(visual, 'rtl')).toBe('מילה (הערה) סוף');
    const mirrored = `${reversed('סוף')} (${reversed('הערה')}) ${reversed('מילה')}`;
    expect(logical(mirrored, 'rtl')).toBe('מילה (הערה) סוף');
  });

  it('turns a right-to-left word inside a left-to-right sentence', () => {
    expect(logical(`the word ${reversed('שלום')} means peace`, 'ltr')).toBe('the word שלום means peace');
  });
});
