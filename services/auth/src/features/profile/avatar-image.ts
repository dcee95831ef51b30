import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { HEAD_BYTES } from '@hamkhan/platform/multipart/upload-stream';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { imageSizeOf, type ImageSize, type SizedImageKind } from '@hamkhan/platform/media/image-size';
import { mediaKindOf } from '@hamkhan/platform/media/media-kind';

/** Side of the stored square in pixels: twice the largest size it is displayed at. */
const SIDE = 320;
const QUALITY = 86;
/** A decoded pixel takes four bytes. */
const MAX_PIXELS = 40_000_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;
const ENCODE_TIMEOUT_MS = 15_000;
const ENCODER = fileURLToPath(new URL('../../../tools/encode-avatar.mjs', import.meta.url));
export const AVATAR_TYPE = 'image/webp';

/**
 * Re-encodes the centre square of an uploaded image as WebP, upright. The result contains no part of the file: no Exif, no
 * location, no hidden second file.
 * @throws a field error of `avatar`: empty, not an image, too many pixels, damaged.
 */
export async function createAvatar(file: Buffer): Promise<Buffer> {
  if (file.length === 0) throw fieldError('avatar', 'REQUIRED');
  const size = await sizeOf(file);
  if (!size) throw fieldError('avatar', 'AVATAR_TYPE');
  const { width, height } = size;
  if (width < 1 || height < 1) throw fieldError('avatar', 'AVATAR_DAMAGED');
  if (width * height > MAX_PIXELS) throw fieldError('avatar', 'AVATAR_TOO_MANY_PIXELS');
  const encoded = await encode(file);
  if (!encoded) throw fieldError('avatar', 'AVATAR_DAMAGED');
  return encoded;
}

const KINDS: readonly string[] = ['jpg', 'png', 'webp'] satisfies SizedImageKind[];
const isAccepted = (kind: string | null): kind is SizedImageKind => kind !== null && KINDS.includes(kind);

async function sizeOf(file: Buffer): Promise<ImageSize | null> {
  const kind = await mediaKindOf(file.subarray(0, HEAD_BYTES));
  return isAccepted(kind) ? imageSizeOf(kind, file) : null;
}

/** Runs the encoder process without our environment. Returns null when it fails, crashes or times out. */
function encode(file: Buffer): Promise<Buffer | null> {
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=128', ENCODER, String(SIDE), String(QUALITY)],
    {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: ENCODE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    },
  );
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    child.once('error', reject);
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.once('close', (code) => resolve(code === 0 && size > 0 ? Buffer.concat(chunks) : null));
    // A crashed encoder stops reading; `close` reports the crash.
    child.stdin.on('error', () => undefined);
    child.stdin.end(file);
  });
}
