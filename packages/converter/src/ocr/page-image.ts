import type { OcrBox } from './ocr-box.js';

/** A greyscale page image, one byte for each pixel, row by row. */
export type GreyImage = { width: number; height: number; samples: Uint8Array };

/** A rotation about the centre: first by quarter turns (degrees, clockwise), then by a small angle (radians, clockwise). */
export type Rotation = { quarter: 0 | 90 | 180 | 270; skew: number };

/** Reads a binary PGM (P5, 8 bits); null for other formats, which an engine may still read. */
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
const MAX_POINTS = 20_000;
const MAX_SKEW = 0.1;
const STEP = 0.005;
const FINE_STEP = 0.0005;
/** 0.15 degrees; a smaller angle does not affect recognition. */
const MIN_SKEW = 0.0026;
const MIN_GAIN = 1.15;

/**
 * The skew of the text lines in radians, positive where they descend to the right; 0 where it is negligible or the page has
 * no text. The result is the angle with the sharpest projection profile (Postl's method).
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
  const coarse = best(-MAX_SKEW, MAX_SKEW, STEP);
  const fine = best(coarse - STEP, coarse + STEP, FINE_STEP);
  return Math.abs(fine) < MIN_SKEW || score(fine) < MIN_GAIN * level ? 0 : fine;
};

/**
 * Points on a reduced copy of the page where dark begins below light, as at the tops of letters. A cover or a shadow around
 * the page has few of them, since it is dark throughout. Large sets are sampled irregularly, because an even step
 * would form slanting rows.
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
  // The edge of a scan is often a black bar.
  const edge = Math.floor(0.03 * width);
  for (let y = edge; y < height - edge; y += 1)
    for (let x = edge; x < width - edge; x += 1)
      if ((small[y * width + x] ?? 255) < threshold && (small[(y - 1) * width + x] ?? 0) >= threshold)
        places.push(y * width + x);
  const share = (MAX_POINTS / places.length) * 2 ** 32;
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

/** Rotates an image about its centre by a small angle. The size stays the same; the corners are filled with white. */
export const deskewed = (image: GreyImage, skew: number): GreyImage => {
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

/** Rotates pixels clockwise by quarter turns. */
export const rotatedPixels = <Image extends GreyImage & { channels: number }>(
  image: Image,
  quarter: Rotation['quarter'],
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

/** Rotates an image clockwise by quarter turns. */
export const rotated = (image: GreyImage, quarter: Rotation['quarter']): GreyImage => {
  const { width, height, samples } = rotatedPixels({ ...image, channels: 1 }, quarter);
  return { width, height, samples };
};

/**
 * Maps a box of the recognised image to the original page.
 * @param page size of the original page, in the unit of the box
 */
export const boxOnPage = (
  box: OcrBox,
  { quarter, skew }: Rotation,
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
