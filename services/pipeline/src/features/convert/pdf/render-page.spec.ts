import { describe, expect, it } from '@jest/globals';
import type { Raster } from './render-page.js';
import { turnedRaster } from './render-page.js';

describe('turnedRaster', () => {
  /** Three pixels wide, two high, in colour: each pixel's red says which it is. */
  const raster: Raster = {
    width: 3,
    height: 2,
    channels: 3,
    samples: Uint8Array.from([1, 2, 3, 4, 5, 6].flatMap((red) => [red, 0, 9])),
  };
  const reds = ({ samples }: Raster): number[] => [...samples].filter((_, i) => i % 3 === 0);

  it.each([
    [0, 3, [1, 2, 3, 4, 5, 6]],
    [90, 2, [4, 1, 5, 2, 6, 3]],
    [180, 3, [6, 5, 4, 3, 2, 1]],
    [270, 2, [3, 6, 2, 5, 1, 4]],
  ] as const)('turns clockwise by %i', (quarter, width, expected) => {
    const turned = turnedRaster(raster, quarter);
    expect(turned.width).toBe(width);
    expect(reds(turned)).toEqual(expected);
  });
});
