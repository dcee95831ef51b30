import { createCanvas, ImageData, type Canvas, type Image } from '@napi-rs/canvas';
import type { Box } from '../layout/geometry/box.js';
import { ConversionError } from '../conversion-error.js';
import type { ConverterContext } from '../converter.js';

/** A rendered page or a part of it: 8-bit samples, row by row, one (grey) or three (colour) per pixel. */
export type Raster = { width: number; height: number; channels: 1 | 3; samples: Uint8Array };

const WEBP_QUALITY = 82;
const RENDER_TIMEOUT_MS = 25_000;
const RENDER_MEMORY_MB = 1024;

/** The resolution (dpi) at which a page of this size (points) stays within the pixel limit. */
export const boundedDpi = (
  size: { width: number; height: number },
  wanted: number,
  maxPixels: number,
): number => {
  const pixels = (size.width / 72) * (size.height / 72) * wanted * wanted;
  return pixels <= maxPixels ? wanted : Math.max(18, Math.floor(wanted * Math.sqrt(maxPixels / pixels)));
};

type Tools = Pick<ConverterContext, 'tools' | 'limits' | 'signal' | 'workDir'>;

/**
 * Renders one page (0-based) with poppler into a binary PGM or PPM file's bytes.
 * @param dpi must keep the page within the pixel limit: see `boundedDpi`
 * @throws ConversionError `page_too_large` when poppler runs out of memory, `timed_out`, `damaged` when it draws nothing
 */
export const renderPnm = (
  file: string,
  pageNumber: number,
  dpi: number,
  isGrey: boolean,
  context: Tools,
): Promise<Buffer> =>
  render(file, pageNumber, ['-r', String(dpi), ...(isGrey ? ['-gray'] : [])], isGrey ? 1 : 3, context);

/** Renders one page (0-based) in colour, `width` pixels wide; a page beyond the pixel limit fails as in `renderPnm`. */
export const renderWide = (
  file: string,
  pageNumber: number,
  width: number,
  context: Tools,
): Promise<Buffer> =>
  render(file, pageNumber, ['-scale-to-x', String(width), '-scale-to-y', '-1'], 3, context);

const render = async (
  file: string,
  pageNumber: number,
  scale: readonly string[],
  channels: 1 | 3,
  context: Tools,
): Promise<Buffer> => {
  const page = String(pageNumber + 1);
  const args = ['-f', page, '-l', page, ...scale, '-cropbox', '-q', file];
  try {
    const { stdout, exitCode, stderr } = await context.tools.run('pdftoppm', args, {
      timeoutMs: RENDER_TIMEOUT_MS,
      memoryMb: RENDER_MEMORY_MB,
      maxOutputBytes: context.limits.maxPixels * channels + 1024,
      cwd: context.workDir,
      signal: context.signal,
    });
    if (stdout.length < 16) {
      const isMemory = /out of memory|bad_alloc|memory/i.test(stderr);
      throw new ConversionError(
        isMemory ? 'page_too_large' : 'damaged',
        {},
        { detail: `pdftoppm ${exitCode}: ${stderr}` },
      );
    }
    return stdout;
  } catch (error) {
    if (error instanceof ConversionError && error.reason === 'out_of_memory') {
      throw new ConversionError('page_too_large', {}, { cause: error });
    }
    throw error;
  }
};

/** Reads a binary PGM (P5) or PPM (P6) with 8 bits. @throws ConversionError `crashed` if it is neither */
export const readPnm = (bytes: Uint8Array): Raster => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1');
  const match = /^P([56])\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s/.exec(head);
  const [whole, kind, w, h] = match ?? [];
  if (!whole) throw new ConversionError('crashed', {}, { detail: 'unexpected picture format' });
  const width = Number(w);
  const height = Number(h);
  const channels = kind === '5' ? 1 : 3;
  const samples = bytes.subarray(whole.length, whole.length + width * height * channels);
  if (width < 1 || height < 1 || samples.length < width * height * channels) {
    throw new ConversionError('crashed', {}, { detail: 'picture cut short' });
  }
  return { width, height, channels, samples };
};

/** Crops a raster; `part` in fractions of its width and height. */
export const cropRaster = (raster: Raster, part: Box): Raster => {
  const x0 = Math.max(0, Math.floor(part.x0 * raster.width));
  const y0 = Math.max(0, Math.floor(part.y0 * raster.height));
  const x1 = Math.min(raster.width, Math.ceil(part.x1 * raster.width));
  const y1 = Math.min(raster.height, Math.ceil(part.y1 * raster.height));
  const width = Math.max(1, x1 - x0);
  const height = Math.max(1, y1 - y0);
  const samples = new Uint8Array(width * height * raster.channels);
  for (let row = 0; row < height; row += 1) {
    const from = ((y0 + row) * raster.width + x0) * raster.channels;
    samples.set(raster.samples.subarray(from, from + width * raster.channels), row * width * raster.channels);
  }
  return { width, height, channels: raster.channels, samples };
};

/** Encodes a raster as WebP, scaled down to `maxWidth` pixels if it is wider. */
export const encodeWebp = async (raster: Raster, maxWidth: number): Promise<Uint8Array> =>
  (await scaledWebp(canvasOf(raster), maxWidth)).bytes;

/** A canvas with the pixels of a raster. */
export const canvasOf = (raster: Raster): Canvas => {
  const rgba = new Uint8ClampedArray(raster.width * raster.height * 4);
  const { samples, channels } = raster;
  for (let i = 0, from = 0, to = 0; i < raster.width * raster.height; i += 1, from += channels, to += 4) {
    const red = samples[from] ?? 0;
    rgba[to] = red;
    rgba[to + 1] = channels === 3 ? (samples[from + 1] ?? 0) : red;
    rgba[to + 2] = channels === 3 ? (samples[from + 2] ?? 0) : red;
    rgba[to + 3] = 255;
  }
  const canvas = createCanvas(raster.width, raster.height);
  canvas.getContext('2d').putImageData(new ImageData(rgba, raster.width, raster.height), 0, 0);
  return canvas;
};

/** Encodes a canvas or image as WebP, scaled down to `maxWidth` pixels if it is wider. */
export const scaledWebp = async (
  drawing: Canvas | Image,
  maxWidth: number,
): Promise<{ bytes: Uint8Array; width: number; height: number }> => {
  const width = Math.min(drawing.width, maxWidth);
  const height = Math.max(1, Math.round((drawing.height * width) / drawing.width));
  const scaled = createCanvas(width, height);
  const target = scaled.getContext('2d');
  target.imageSmoothingEnabled = true;
  target.imageSmoothingQuality = 'high';
  target.drawImage(drawing, 0, 0, width, height);
  return { bytes: await scaled.encode('webp', WEBP_QUALITY), width, height };
};
