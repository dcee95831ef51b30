/** Entry point of the process in which an uploaded picture is decoded. Takes one job, then ends. Started by PictureDecoder only. */
import { writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createCanvas, loadImage, type Image } from '@napi-rs/canvas';
import { encodeFrame, framesOf } from '../process/frames.js';
import { PictureJob, type PictureAnswer } from './picture-protocol.js';

const MESSAGES = 3;

const send = (answer: PictureAnswer, attachments: readonly Uint8Array[] = []): void => {
  let frame = encodeFrame(answer, attachments);
  while (frame.length > 0) frame = frame.subarray(writeSync(MESSAGES, frame));
};

/** The decoder applies the Exif orientation; nothing of the file but its pixels is in the result. */
function centreSquare(image: Image, side: number, quality: number): Uint8Array {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  const square = Math.min(image.width, image.height);
  const [left, top] = [(image.width - square) / 2, (image.height - square) / 2];
  context.drawImage(image, left, top, square, square, 0, 0, side, side);
  return canvas.encodeSync('webp', quality);
}

for await (const { message } of framesOf(process.stdin)) {
  const job = PictureJob.parse(message);
  const image = await loadImage(await readFile(job.file)).catch(() => null);
  if (!image || !(image.width > 0 && image.height > 0)) send({ type: 'damaged' });
  else if (job.name === 'square') send({ type: 'picture' }, [centreSquare(image, job.side, job.quality)]);
  else {
    // Drawing is what decodes the pixels.
    centreSquare(image, 1, 1);
    send({ type: 'decoded' });
  }
  process.exit(0);
}
