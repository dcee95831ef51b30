import { describe, expect, it } from '@jest/globals';
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readPageGraphics } from './read-page-graphics.js';

const viewport = { width: 600, height: 800, transform: [1, 0, 0, -1, 0, 800] };
const glyph = (unicode: string, width = 500) => ({ unicode, width, isSpace: unicode === ' ' });
const read = (
  operators: [number, unknown[] | null][],
  font: unknown = { name: 'ABCDEF+Times-Bold', ascent: 0.7, descent: -0.2 },
) =>
  readPageGraphics(
    { fnArray: operators.map(([fn]) => fn), argsArray: operators.map(([, args]) => args) },
    () => font,
    viewport,
  );
const show = (text: string, matrix: number[]): [number, unknown[] | null][] => [
  [OPS.beginText, null],
  [OPS.setFont, ['f1', 10]],
  [OPS.setTextMatrix, [matrix]],
  [OPS.showText, [[...text].map((char) => glyph(char))]],
  [OPS.endText, null],
];

describe('readPageGraphics', () => {
  it('places glyphs in points from the top left, with sizes from the text and page matrices', () => {
    const { glyphs } = read([[OPS.transform, [2, 0, 0, 2, 0, 0]], ...show('ab', [1, 0, 0, 1, 50, 350])]);
    expect(glyphs[0]).toMatchObject({ text: 'a', x0: 100, x1: 110, baseline: 100, size: 20 });
    expect(glyphs[1]).toMatchObject({ text: 'b', x0: 110 });
    expect(glyphs[0]?.font).toMatchObject({ bold: true, italic: false });
  });

  it('applies kerning, character and word spacing', () => {
    const { glyphs } = read([
      [OPS.beginText, null],
      [OPS.setFont, ['f1', 10]],
      [OPS.setCharSpacing, [1]],
      [OPS.setWordSpacing, [4]],
      [OPS.moveText, [100, 700]],
      [OPS.showText, [[glyph('a'), -200, glyph(' '), glyph('b')]]],
    ]);
    // a: 5 + 1, then 2 for the kern; the space: 5 + 1 + 4.
    expect(glyphs.map((one) => one.x0)).toEqual([100, 108, 118]);
  });

  it('restores the state, and ignores a restore without a save', () => {
    const { glyphs } = read([
      [OPS.save, null],
      [OPS.transform, [1, 0, 0, 1, 100, 0]],
      [OPS.restore, null],
      [OPS.restore, null],
      ...show('a', [1, 0, 0, 1, 50, 700]),
    ]);
    expect(glyphs[0]?.x0).toBe(50);
  });

  it('leaves out glyphs outside of the page, and letters drawn twice to look bold', () => {
    const { glyphs } = read([
      ...show('x', [1, 0, 0, 1, 700, 700]),
      ...show('b', [1, 0, 0, 1, 50, 700]),
      ...show('b', [1, 0, 0, 1, 50.3, 700]),
    ]);
    expect(glyphs.map((one) => one.text)).toEqual(['b']);
  });

  it('counts characters that a broken font map makes unreadable', () => {
    const page = read(show('\ue123\ue124a', [1, 0, 0, 1, 50, 700]));
    expect(page).toMatchObject({ drawn: 3, garbage: 2 });
  });

  it('reads a letter of an ornamental font as a bullet', () => {
    const font = { name: 'ABCDEF+Dingbats', fallbackName: 'monospace' };
    const { glyphs } = read(show('r4', [1, 0, 0, 1, 50, 350]), font);
    expect(glyphs.map(({ text }) => text)).toEqual(['•', '4']);
    expect(glyphs[0]?.font.mono).toBe(false);
  });

  it('separates rotated text', () => {
    const page = read(show('up', [0, 1, -1, 0, 20, 400]));
    expect(page.glyphs).toHaveLength(0);
    expect(page.turned).toHaveLength(2);
  });

  it('distinguishes rules, panels and shapes, and finds images', () => {
    const path = (values: number[], box: number[]): [number, unknown[]] => [
      OPS.constructPath,
      [OPS.stroke, [new Float32Array(values)], new Float32Array(box)],
    ];
    const page = read([
      path([0, 50, 700, 1, 250, 700], [50, 700, 250, 700]),
      path([0, 50, 600, 1, 250, 600, 1, 250, 650, 1, 50, 650, 3], [50, 600, 250, 650]),
      path([0, 50, 500, 2, 60, 550, 70, 560, 90, 500], [50, 500, 90, 560]),
      [OPS.transform, [100, 0, 0, 50, 300, 300]],
      [OPS.paintImageXObject, ['img', 10, 10]],
    ]);
    expect(page.rules).toMatchObject([{ x0: 50, x1: 250, y0: 100, horizontal: true }]);
    expect(page.panels).toMatchObject([{ y0: 150, y1: 200 }]);
    expect(page.shapes).toHaveLength(1);
    expect(page.images).toEqual([{ x0: 300, y0: 450, x1: 400, y1: 500 }]);
  });

  it('does not treat a font as fixed-pitch if its letters differ in width', () => {
    const mono = { name: 'Courier', fallbackName: 'monospace' };
    const run = (widths: number[]) =>
      read(
        [
          [OPS.beginText, null],
          [OPS.setFont, ['f1', 10]],
          [OPS.moveText, [100, 700]],
          [OPS.showText, [widths.map((width, i) => glyph('im'[i % 2] ?? 'x', width))]],
        ],
        mono,
      ).glyphs[0]?.font.mono;
    expect(run([600, 600])).toBe(true);
    expect(run([300, 800])).toBe(false);
  });
});
