import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import jpeg from 'jpeg-js';
import { drawCaptcha } from '../../src/features/captcha/captcha-image.js';
import {
  CAPTCHA_ALPHABET,
  isCaptchaText,
  newCaptchaText,
} from '../../src/features/captcha/captcha-text.domain.js';

jest.setTimeout(180_000);

const PICTURES = 10;
/** Of so many pictures a machine may read this many by chance. Of printed text it reads all. */
const MAX_READ = 2;
const SCALE = 2;
const THRESHOLD = 150;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'captcha-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The text that tesseract recognises in an image, restricted to the alphabet and a single word. */
async function readBy(picture: Buffer, name: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, picture);
  const args = [file, '-', '--psm', '8', '-l', 'eng', '-c', `tessedit_char_whitelist=${CAPTCHA_ALPHABET}`];
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
  return (await promisify(execFile)('tesseract', args, { env })).stdout;
}

/** The image in black and white at twice the size, as an attacker would prepare it; binary PGM. */
function sharpened(picture: Buffer): Buffer {
  const { width, height, data } = jpeg.decode(picture, { useTArray: true });
  const pixels = Buffer.alloc(width * height * SCALE * SCALE);
  for (let y = 0; y < height * SCALE; y += 1) {
    for (let x = 0; x < width * SCALE; x += 1) {
      const at = (Math.floor(y / SCALE) * width + Math.floor(x / SCALE)) * 4;
      const light = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
      pixels[y * width * SCALE + x] = light < THRESHOLD ? 0 : 255;
    }
  }
  return Buffer.concat([Buffer.from(`P5 ${width * SCALE} ${height * SCALE} 255\n`), pixels]);
}

it.each<[string, (picture: Buffer) => Buffer, string]>([
  ['unprocessed', (picture) => picture, 'jpg'],
  ['in black and white', sharpened, 'pgm'],
])('OCR does not read captcha images %s', async (_, prepared, ending) => {
  let read = 0;
  for (let picture = 0; picture < PICTURES; picture += 1) {
    const text = newCaptchaText();
    const words = await readBy(prepared(drawCaptcha(text)), `${picture}.${ending}`);
    if (isCaptchaText(text, words)) read += 1;
  }
  expect(read).toBeLessThanOrEqual(MAX_READ);
});
