import { describe, expect, it } from '@jest/globals';
import type { Glyph, PageGraphics } from './page-graphics.js';
import { judgeTextLayer } from './text-layer.js';

const font = { name: '', bold: false, italic: false, mono: false, math: false, ascent: 0.8, descent: -0.2 };
const glyphs = (text: string, y = 400): Glyph[] =>
  [...text].map((char, i) => ({
    text: char,
    x0: 50 + (i % 80) * 6,
    x1: 55 + (i % 80) * 6,
    y0: y - 8,
    y1: y + 2,
    baseline: y,
    size: 10,
    font,
    hidden: false,
    mcid: -1,
    artifact: false,
  }));
const page = (extra: Partial<PageGraphics>): PageGraphics => ({
  width: 600,
  height: 800,
  glyphs: [],
  turned: [],
  images: [],
  rules: [],
  panels: [],
  shapes: [],
  drawn: extra.glyphs?.length ?? 0,
  garbage: 0,
  ...extra,
});
const scan = [{ x0: 0, y0: 0, x1: 600, y1: 800 }];
const prose = 'The quick brown fox jumps over the lazy dog and runs away. '.repeat(3);

describe('judgeTextLayer', () => {
  it('uses ordinary text, and text over a scan', () => {
    expect(judgeTextLayer(page({ glyphs: glyphs(prose) }), 'en')).toBe('text');
    expect(judgeTextLayer(page({ glyphs: glyphs(prose), images: scan }), 'en')).toBe('text');
  });

  it('recognises a scan, also one with a stamp in its margin', () => {
    expect(judgeTextLayer(page({ images: scan }), 'en')).toBe('ocr');
    expect(
      judgeTextLayer(
        page({ images: scan, glyphs: glyphs('Downloaded from a library on Monday', 790) }),
        'en',
      ),
    ).toBe('ocr');
  });

  it('recognises a page whose font maps are broken', () => {
    expect(judgeTextLayer(page({ glyphs: glyphs(prose), drawn: 100, garbage: 40 }), 'en')).toBe('ocr');
  });

  it('recognises Arabic whose font draws it from Latin character codes', () => {
    expect(judgeTextLayer(page({ glyphs: glyphs('ÇáÚÑÈíÉ ÕæÑÉ '.repeat(12)) }), 'ar')).toBe('ocr');
    expect(judgeTextLayer(page({ glyphs: glyphs(prose) }), 'ar')).toBe('text');
  });

  it('detects a blank page, with or without a frame', () => {
    expect(judgeTextLayer(page({}), 'en')).toBe('blank');
    expect(judgeTextLayer(page({ panels: [{ x0: 10, y0: 10, x1: 590, y1: 790 }] }), 'en')).toBe('blank');
  });
});
