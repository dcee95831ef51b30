import { describe, expect, it } from '@jest/globals';
import type { GreyImage } from '../../ocr/page-image.js';
import type { Box } from '../geometry/box.js';
import { drawingOfScan } from './drawing-of-scan.js';

const A4 = { width: 595, height: 842 };
/** At 150 dots an inch. */
const PIXELS = { width: 1240, height: 1754 };
const SCALE = A4.width / PIXELS.width;

const paper = (level = 250): GreyImage => ({
  ...PIXELS,
  samples: new Uint8Array(PIXELS.width * PIXELS.height).fill(level),
});

/** Fills a box given in points. */
const fill = (image: GreyImage, box: Box, level = 20): void => {
  for (let y = Math.round(box.y0 / SCALE); y < Math.round(box.y1 / SCALE); y += 1)
    for (let x = Math.round(box.x0 / SCALE); x < Math.round(box.x1 / SCALE); x += 1)
      image.samples[y * image.width + x] = level;
};

/** To half the width of the grid's cells and a little. */
const near = (box: Box) => ({
  x0: expect.closeTo(box.x0, -1),
  y0: expect.closeTo(box.y0, -1),
  x1: expect.closeTo(box.x1, -1),
  y1: expect.closeTo(box.y1, -1),
});

describe('drawingOfScan', () => {
  it('finds rules, also broken ones', () => {
    const image = paper();
    fill(image, { x0: 100, y0: 300, x1: 260, y1: 301 });
    fill(image, { x0: 262, y0: 300, x1: 400, y1: 301 });
    fill(image, { x0: 100, y0: 300, x1: 101, y1: 420 });
    const { rules, images } = drawingOfScan(image, A4, []);
    expect(rules).toHaveLength(2);
    expect(rules).toContainEqual(near({ x0: 100, y0: 300, x1: 400, y1: 301 }));
    expect(rules).toContainEqual(near({ x0: 100, y0: 300, x1: 101, y1: 420 }));
    expect(images).toEqual([]);
  });

  it('finds a rule that is not quite horizontal', () => {
    const image = paper();
    for (let i = 0; i < 60; i += 1)
      fill(image, { x0: 100 + i * 0.08, y0: 200 + i * 8, x1: 101.2 + i * 0.08, y1: 208 + i * 8 });
    const { rules } = drawingOfScan(image, A4, []);
    expect(rules).toEqual([near({ x0: 100, y0: 200, x1: 106, y1: 680 })]);
  });

  it('finds no rules in words', () => {
    const image = paper();
    const word = { x0: 100, y0: 300, x1: 160, y1: 312 };
    fill(image, { x0: 102, y0: 306, x1: 158, y1: 307 });
    expect(drawingOfScan(image, A4, [word]).rules).toEqual([]);
    const underline = { x0: 100, y0: 314, x1: 160, y1: 315 };
    fill(image, underline);
    expect(drawingOfScan(image, A4, [word]).rules).toEqual([near(underline)]);
  });

  it('finds images and shapes without the words beside them', () => {
    const image = paper();
    const picture = { x0: 100, y0: 200, x1: 300, y1: 350 };
    const word = { x0: 100, y0: 500, x1: 160, y1: 512 };
    fill(image, picture, 60);
    fill(image, word);
    fill(image, { x0: 400, y0: 600, x1: 412, y1: 612 });
    const drawing = drawingOfScan(image, A4, [word]);
    expect(drawing.images).toEqual([near(picture)]);
    expect(drawing.shapes).toEqual([near({ x0: 400, y0: 600, x1: 412, y1: 612 })]);
    expect(drawing.isScan).toBe(true);
  });

  it('ignores the edge of the sheet and logos in the margin', () => {
    const image = paper();
    fill(image, { x0: 0, y0: 0, x1: 8, y1: 842 }, 10);
    fill(image, { x0: 450, y0: 30, x1: 540, y1: 80 });
    const { rules, images, shapes } = drawingOfScan(image, A4, []);
    expect([rules, images, shapes]).toEqual([[], [], []]);
  });

  it('finds nothing on a page that is dark all over', () => {
    const image = paper(30);
    fill(image, { x0: 100, y0: 200, x1: 300, y1: 350 }, 240);
    const { rules, images, shapes } = drawingOfScan(image, A4, []);
    expect([rules, images, shapes]).toEqual([[], [], []]);
  });

  it('finds the same if the page box is three times as large as paper', () => {
    const image = paper();
    fill(image, { x0: 100, y0: 200, x1: 300, y1: 350 }, 60);
    fill(image, { x0: 100, y0: 500, x1: 400, y1: 501 });
    const large = drawingOfScan(image, { width: 3 * A4.width, height: 3 * A4.height }, []);
    expect(large.images).toHaveLength(1);
    expect(large.rules).toHaveLength(1);
    expect(large.images[0]?.x1).toBeGreaterThan(880);
  });
});
