import { describe, expect, it } from '@jest/globals';
import type { GreyImage } from './page-image.js';
import { boxOnPage, deskewed, rotated, readPgm, skewOf, rotatedPixels, writePgm } from './page-image.js';

/** Two columns of text lines that descend by `slope` to the right. */
const page = (slope: number): GreyImage => {
  const [width, height] = [900, 1200];
  const samples = new Uint8Array(width * height).fill(255);
  for (let x = 80; x < 820; x += 1) {
    if (x > 440 && x < 460) continue;
    for (let row = 100; row < 1100; row += 24)
      for (let y = 0; y < 10; y += 1) {
        const at = Math.round(row + y + slope * (x - 450));
        if ((x * 7 + row) % 11 > 2 && at >= 0 && at < height) samples[at * width + x] = 20;
      }
  }
  return { width, height, samples };
};

describe('skewOf', () => {
  it.each([-0.06, -0.02, 0.01, 0.035])('finds a skew of %p', (slope) => {
    expect(Math.abs(skewOf(page(slope)) - Math.atan(slope))).toBeLessThan(0.0012);
  });

  it('ignores a dark cover around the page', () => {
    const { width, height, samples } = page(0);
    const bound = samples.map((sample, at) =>
      at % width > 640 || at > 0.9 * width * height || at < 0.08 * width * height ? 25 : sample,
    );
    expect(skewOf({ width, height, samples: bound })).toBe(0);
  });

  it('is 0 for a level page, and for an empty one', () => {
    expect(skewOf(page(0))).toBe(0);
    expect(skewOf({ width: 400, height: 400, samples: new Uint8Array(160_000).fill(255) })).toBe(0);
  });
});

describe('deskewed', () => {
  it('removes the skew', () => {
    const slanted = page(0.035);
    expect(skewOf(deskewed(slanted, skewOf(slanted)))).toBe(0);
  });
});

describe('rotated and boxOnPage', () => {
  const [width, height] = [30, 20];
  const dot = new Uint8Array(width * height).fill(255);
  dot[4 * width + 7] = 0;
  const image = { width, height, samples: dot };

  it.each([0, 90, 180, 270] as const)(
    'maps a box of a page rotated by %p to the original page',
    (quarter) => {
      const rotatedImage = rotated(image, quarter);
      const at = rotatedImage.samples.indexOf(0);
      const [x, y] = [at % rotatedImage.width, Math.floor(at / rotatedImage.width)];
      const back = boxOnPage({ x0: x, y0: y, x1: x + 1, y1: y + 1 }, { quarter, skew: 0 }, image);
      expect(back).toEqual({ x0: 7, y0: 4, x1: 8, y1: 5 });
    },
  );

  it('takes the skew into account', () => {
    const back = boxOnPage({ x0: 20, y0: 9, x1: 30, y1: 11 }, { quarter: 0, skew: 0.1 }, image);
    expect((back.y0 + back.y1) / 2).toBeGreaterThan(10.9);
  });
});

describe('readPgm', () => {
  it('reads the output of writePgm, and rejects other formats', () => {
    const image = { width: 2, height: 1, samples: Uint8Array.from([1, 200]) };
    const read = readPgm(writePgm(image));
    expect([read?.width, read?.height, ...(read?.samples ?? [])]).toEqual([2, 1, 1, 200]);
    expect(readPgm(Buffer.from('P5\n9 9\n255\nshort'))).toBeNull();
    expect(readPgm(Buffer.from('\x89PNG'))).toBeNull();
  });
});

describe('rotatedPixels', () => {
  /** Three by two pixels in colour; the red channel numbers the pixels. */
  const raster = {
    width: 3,
    height: 2,
    channels: 3,
    samples: Uint8Array.from([1, 2, 3, 4, 5, 6].flatMap((red) => [red, 0, 9])),
  };
  const reds = ({ samples }: { samples: Uint8Array }): number[] => [...samples].filter((_, i) => i % 3 === 0);

  it.each([
    [0, 3, [1, 2, 3, 4, 5, 6]],
    [90, 2, [4, 1, 5, 2, 6, 3]],
    [180, 3, [6, 5, 4, 3, 2, 1]],
    [270, 2, [3, 6, 2, 5, 1, 4]],
  ] as const)('rotates clockwise by %i degrees', (quarter, width, expected) => {
    const rotatedImage = rotatedPixels(raster, quarter);
    expect(rotatedImage.width).toBe(width);
    expect(reds(rotatedImage)).toEqual(expected);
  });
});
