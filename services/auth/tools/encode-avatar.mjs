/**
 * Re-encodes an image: `node encode-avatar.mjs <side> <quality>` reads a file from standard input and writes a square WebP to
 * standard output. It runs as a separate process because the decoder can crash on damaged files (a truncated PNG does). The
 * decoder applies the Exif orientation.
 */
import { buffer } from 'node:stream/consumers';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const [side, quality] = process.argv.slice(2).map(Number);
const image = await loadImage(await buffer(process.stdin));
if (!(image.width > 0 && image.height > 0)) process.exit(1);

const canvas = createCanvas(side, side);
const context = canvas.getContext('2d');
context.fillStyle = '#ffffff';
context.fillRect(0, 0, side, side);
context.imageSmoothingQuality = 'high';
const square = Math.min(image.width, image.height);
const [left, top] = [(image.width - square) / 2, (image.height - square) / 2];
context.drawImage(image, left, top, square, square, 0, 0, side, side);
process.stdout.write(canvas.encodeSync('webp', quality));
