import { createCanvas, ImageData, type Canvas, type Image } from '@napi-rs/canvas';
import { ConversionError } from '../conversion-error.js';
import type { Box } from '../layout/geometry/box.js';

/** A rendered page or a part of it: 8-bit samples, row by row, one (grey) or three (colour) per pixel. */
export type Raster = { width: number; height: number; channels: 1 | 3; samples: Uint8Array };

const WEBP_QUALITY = 82;

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
