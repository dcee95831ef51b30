import { HEAD_BYTES } from '@hamkhan/platform/multipart/upload-stream';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { imageSizeOf, type ImageSize, type SizedImageKind } from '@hamkhan/platform/media/image-size';
import { mediaKindOf } from '@hamkhan/platform/media/media-kind';
import type { PictureDecoder } from '@hamkhan/sandbox/pictures/picture-decoder';

/** Side of the stored square in pixels: twice the largest size it is displayed at. */
const SIDE = 320;
const QUALITY = 86;
/** A decoded pixel takes four bytes. */
const MAX_PIXELS = 40_000_000;
export const AVATAR_TYPE = 'image/webp';

/**
 * Re-encodes the centre square of an uploaded image as WebP, upright, in the sandbox. The result contains no part of the file: no Exif,
 * no location, no hidden second file.
 * @throws a field error of `avatar`: empty, not an image, too many pixels, damaged; SandboxUnavailableError.
 */
export async function createAvatar(file: Buffer, decoder: PictureDecoder): Promise<Buffer> {
  if (file.length === 0) throw fieldError('avatar', 'REQUIRED');
  const size = await sizeOf(file);
  if (!size) throw fieldError('avatar', 'AVATAR_TYPE');
  const { width, height } = size;
  if (width < 1 || height < 1) throw fieldError('avatar', 'AVATAR_DAMAGED');
  if (width * height > MAX_PIXELS) throw fieldError('avatar', 'AVATAR_TOO_MANY_PIXELS');
  const encoded = await decoder.centreSquare(file, { side: SIDE, quality: QUALITY });
  // The decoder may be in the hands of a hostile file: what it gives is stored only if it is what was asked for.
  if (!encoded || !isSquare(imageSizeOf('webp', encoded))) throw fieldError('avatar', 'AVATAR_DAMAGED');
  return encoded;
}

const isSquare = (size: ImageSize | null): boolean => size?.width === SIDE && size.height === SIDE;

const KINDS: readonly string[] = ['jpg', 'png', 'webp'] satisfies SizedImageKind[];
const isAccepted = (kind: string | null): kind is SizedImageKind => kind !== null && KINDS.includes(kind);

async function sizeOf(file: Buffer): Promise<ImageSize | null> {
  const kind = await mediaKindOf(file.subarray(0, HEAD_BYTES));
  return isAccepted(kind) ? imageSizeOf(kind, file) : null;
}
