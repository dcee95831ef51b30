import { describe, expect, it } from '@jest/globals';
import { fontStyleOf } from './glyph-font.js';

describe('fontStyleOf', () => {
  it.each([
    ['ABCDEF+CMBX12', { bold: true, math: false }],
    ['NimbusRomNo9L-ReguItal', { italic: true, bold: false }],
    ['CMMI10', { math: true }],
    ['CMTT10', { mono: true }],
    ['Helvetica', { bold: false, italic: false, mono: false, math: false }],
    ['TimesNewRomanPS-BoldItalicMT', { bold: true, italic: true }],
  ])('reads %s', (name, style) => {
    expect(fontStyleOf(name)).toMatchObject(style);
  });
});
