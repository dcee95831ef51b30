import { readPnm } from '../images/raster.js';

/** Minimum share of pixels that differ from the paper on a page with content. */
const MIN_INK_SHARE = 0.004;

/**
 * Whether a scanned page has more on it than specks. The most frequent grey level is the paper; the edges of the scan are
 * left out.
 */
export const hasInk = (pgm: Buffer): boolean => {
  const { width, height, samples } = readPnm(pgm);
  const counts = new Uint32Array(256);
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 400_000)));
  let seen = 0;
  for (let y = Math.floor(0.03 * height); y < 0.97 * height; y += step) {
    for (let x = Math.floor(0.03 * width); x < 0.97 * width; x += step) {
      const level = samples[y * width + x] ?? 255;
      counts[level] = (counts[level] ?? 0) + 1;
      seen += 1;
    }
  }
  const paper = counts.indexOf(Math.max(...counts));
  let ink = 0;
  for (let level = 0; level < 256; level += 1) if (Math.abs(level - paper) > 60) ink += counts[level] ?? 0;
  return ink > MIN_INK_SHARE * Math.max(1, seen);
};
