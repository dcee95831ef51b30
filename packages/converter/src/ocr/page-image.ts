import type { OcrBox } from './ocr-box.js';

/** A grey page image, a byte a pixel, row by row. */
export type GreyImage = { width: number; height: number; samples: Uint8Array };

/** Quarter turns, clockwise in degrees, then the rest of the way in radians (positive: clockwise), both about the middle. */
export type Turn = { quarter: 0 | 90 | 180 | 270; skew: number };

/** A binary PGM (P5, 8 bits); null for anything else, which engines may still read. */
export const readPgm = (bytes: Uint8Array): GreyImage | null => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  const match = /^P5\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+255\s/.exec(head);
  if (!match) return null;
  const [whole, width, height] = [match[0], Number(match[1]), Number(match[2])];
  const samples = bytes.subarray(whole.length, whole.length + width * height);
  return width > 0 && height > 0 && samples.length === width * height ? { width, height, samples } : null;
};

export const writePgm = ({ width, height, samples }: GreyImage): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), samples]);

const WORK_WIDTH = 900;
const MOST_POINTS = 20_000;
const MOST_SKEW = 0.1;
const STEP = 0.005;
const FINE_STEP = 0.0005;
/** A tenth of a degree and a half: engines take less in their stride. */
const LEAST_SKEW = 0.0026;
const LEAST_GAIN = 1.15;

/**
 * How far lines of text lean (radians, positive where they sink to the right), 0 where they hardly do or the page shows none: of
 * all angles the one whose rows of ink end most sharply (Postl's projection profile).
 */
export const skewOf = (image: GreyImage): number => {
  const { xs, ys, height } = inkOf(image);
  if (xs.length < 200) return 0;
  const score = (angle: number): number => sharpness(xs, ys, height, Math.tan(angle));
  const level = score(0);
  const best = (from: number, to: number, step: number): number => {
    let angle = 0;
    let most = -1;
    for (let i = 0; from + i * step <= to; i += 1) {
      const here = score(from + i * step);
      if (here > most) [angle, most] = [from + i * step, here];
    }
    return angle;
  };
  const coarse = best(-MOST_SKEW, MOST_SKEW, STEP);
  const fine = best(coarse - STEP, coarse + STEP, FINE_STEP);
  return Math.abs(fine) < LEAST_SKEW || score(fine) < LEAST_GAIN * level ? 0 : fine;
};

/**
 * Places on a small copy of the page where dark begins below light, as at the heads of letters: a cover or a shadow around the page
 * is dark all over. A sample of them where they are many, picked irregularly, since an even step makes slanting rows of its own.
 */
const inkOf = (image: GreyImage): { xs: Float64Array; ys: Float64Array; height: number } => {
  const factor = Math.max(1, Math.round(image.width / WORK_WIDTH));
  const width = Math.floor(image.width / factor);
  const height = Math.floor(image.height / factor);
  const small = new Uint8Array(width * height);
  let sum = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let total = 0;
      for (let dy = 0; dy < factor; dy += 1) {
        const row = (y * factor + dy) * image.width + x * factor;
        for (let dx = 0; dx < factor; dx += 1) total += image.samples[row + dx] ?? 255;
      }
      const mean = total / (factor * factor);
      small[y * width + x] = mean;
      sum += mean;
    }
  }
  const threshold = 0.75 * (sum / Math.max(1, width * height));
  const places: number[] = [];
  // The outer edge of a scan is often a black bar.
  const edge = Math.floor(0.03 * width);
  for (let y = edge; y < height - edge; y += 1)
    for (let x = edge; x < width - edge; x += 1)
      if ((small[y * width + x] ?? 255) < threshold && (small[(y - 1) * width + x] ?? 0) >= threshold)
        places.push(y * width + x);
  const share = (MOST_POINTS / places.length) * 2 ** 32;
  const kept = places.filter((_, i) => Math.imul(i, 0x9e3779b1) >>> 0 <= share);
  return {
    xs: Float64Array.from(kept, (place) => (place % width) - width / 2),
    ys: Float64Array.from(kept, (place) => Math.floor(place / width)),
    height,
  };
};

const sharpness = (xs: Float64Array, ys: Float64Array, height: number, slope: number): number => {
  const rows = new Int32Array(height * 2);
  const shift = height / 2 + 0.5;
  for (let i = 0; i < xs.length; i += 1) {
    const row = ((ys[i] ?? 0) - slope * (xs[i] ?? 0) + shift) | 0;
    if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let i = 1; i < rows.length; i += 1) sum += ((rows[i] ?? 0) - (rows[i - 1] ?? 0)) ** 2;
  return sum;
};

/** Turns an image by any small angle about its middle, white coming in at the corners; the size stays. */
export const levelled = (image: GreyImage, skew: number): GreyImage => {
  const { width, height, samples } = image;
  const out = new Uint8Array(width * height).fill(255);
  const [cos, sin] = [Math.cos(skew), Math.sin(skew)];
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  for (let y = 0; y < height; y += 1) {
    let sx = cx - cos * cx - sin * (y - cy);
    let sy = cy - sin * cx + cos * (y - cy);
    for (let x = 0; x < width; x += 1, sx += cos, sy += sin) {
      const x0 = Math.floor(sx);
      const y0 = Math.floor(sy);
      if (x0 < 0 || y0 < 0 || x0 + 1 >= width || y0 + 1 >= height) continue;
      const at = y0 * width + x0;
      const fx = sx - x0;
      const fy = sy - y0;
      const top = (samples[at] ?? 255) * (1 - fx) + (samples[at + 1] ?? 255) * fx;
      const bottom = (samples[at + width] ?? 255) * (1 - fx) + (samples[at + width + 1] ?? 255) * fx;
      out[y * width + x] = top * (1 - fy) + bottom * fy + 0.5;
    }
  }
  return { width, height, samples: out };
};

/** Turns pixels clockwise by whole quarters. */
export const turnedPixels = <Image extends GreyImage & { channels: number }>(
  image: Image,
  quarter: Turn['quarter'],
): Image => {
  if (quarter === 0) return image;
  const { width, height, channels, samples } = image;
  const [outWidth, outHeight] = quarter === 180 ? [width, height] : [height, width];
  const out = new Uint8Array(samples.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [nx, ny] =
        quarter === 180
          ? [width - 1 - x, height - 1 - y]
          : quarter === 90
            ? [height - 1 - y, x]
            : [y, width - 1 - x];
      const from = (y * width + x) * channels;
      const to = (ny * outWidth + nx) * channels;
      for (let channel = 0; channel < channels; channel += 1)
        out[to + channel] = samples[from + channel] ?? 255;
    }
  }
  return { ...image, width: outWidth, height: outHeight, samples: out };
};

/** Turns an image clockwise by whole quarters. */
export const quarterTurned = (image: GreyImage, quarter: Turn['quarter']): GreyImage => {
  const { width, height, samples } = turnedPixels({ ...image, channels: 1 }, quarter);
  return { width, height, samples };
};

/**
 * A box of the image that was recognised, on the page as it was given.
 * @param page size of the page as given, in the unit of the box
 */
export const boxOnPage = (
  box: OcrBox,
  { quarter, skew }: Turn,
  page: { width: number; height: number },
): OcrBox => {
  const isOdd = quarter === 90 || quarter === 270;
  const [width, height] = isOdd ? [page.height, page.width] : [page.width, page.height];
  const corners = [
    [box.x0, box.y0],
    [box.x1, box.y0],
    [box.x0, box.y1],
    [box.x1, box.y1],
  ].map(([x = 0, y = 0]): [number, number] => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    const lx = Math.cos(skew) * dx - Math.sin(skew) * dy + width / 2;
    const ly = Math.sin(skew) * dx + Math.cos(skew) * dy + height / 2;
    if (quarter === 90) return [ly, page.height - lx];
    if (quarter === 180) return [page.width - lx, page.height - ly];
    return quarter === 270 ? [page.width - ly, lx] : [lx, ly];
  });
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
};
