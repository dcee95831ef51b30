import type { GreyImage } from '../../ocr/page-image.js';
import type { Box } from '../geometry/box.js';

/** A black-and-white copy of the page at about 150 dpi: one byte per pixel, 1 for ink. */
export type Ink = { width: number; height: number; dark: Uint8Array };

/** Scales an image down by a factor and separates ink from paper. A pixel is as dark as the darkest one that it replaces, so that hairlines stay. */
export const inkOf = (
  { width: fullWidth, height: fullHeight, samples }: GreyImage,
  factor: number,
): Ink & { share: number } => {
  const width = Math.floor(fullWidth / factor);
  const height = Math.floor(fullHeight / factor);
  const levels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height * factor; y += 1) {
    const row = Math.floor(y / factor) * width;
    let at = y * fullWidth;
    for (let x = 0; x < width; x += 1) {
      let least = levels[row + x] ?? 255;
      for (let i = 0; i < factor; i += 1, at += 1) {
        const value = samples[at] ?? 255;
        if (value < least) least = value;
      }
      levels[row + x] = least;
    }
  }
  const counts = new Float64Array(256);
  for (const level of levels) counts[level] = (counts[level] ?? 0) + 1;
  const threshold = thresholdOf(counts);
  const dark = levels.map((level) => (level <= threshold ? 1 : 0));
  const count = dark.reduce((sum, isInk) => sum + isInk, 0);
  return { width, height, dark, share: count / Math.max(1, dark.length) };
};

/** The level that separates dark from light best (Otsu 1979). */
const thresholdOf = (counts: Float64Array): number => {
  let total = 0;
  let sum = 0;
  for (const [level, count] of counts.entries()) {
    total += count;
    sum += level * count;
  }
  let [count, part, best, most] = [0, 0, 127, -1];
  for (let level = 0; level < 255; level += 1) {
    count += counts[level] ?? 0;
    part += level * (counts[level] ?? 0);
    if (count === 0 || count === total) continue;
    const distance = part / count - (sum - part) / (total - count);
    const between = count * (total - count) * distance * distance;
    if (between > most) [best, most] = [level, between];
  }
  return best;
};

/** The copy with rows and columns exchanged. */
export const transposed = ({ width, height, dark }: Ink): Ink => {
  const turned = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + y] = dark[y * width + x] ?? 0;
  return { width: height, height: width, dark: turned };
};

export const scaleBox = (box: Box, by: number): Box => ({
  x0: box.x0 * by,
  y0: box.y0 * by,
  x1: box.x1 * by,
  y1: box.y1 * by,
});
