/**
 * Paints a picture anew: `node paint-avatar.mjs <side> <quality>`, the file on standard input, a square WebP on standard output. A
 * process of its own, because a decoder of foreign pictures may crash (a cut-off PNG brings this one down) and must take nothing
 * with it. The decoder turns a picture upright as its Exif says.
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
