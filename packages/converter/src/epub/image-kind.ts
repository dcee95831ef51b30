import type { ImageMediaType } from '../converter.js';

export type ImageKind = { mediaType: ImageMediaType; width: number; height: number };

const png = (bytes: Buffer): ImageKind | undefined =>
  bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47
    ? { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

const gif = (bytes: Buffer): ImageKind | undefined =>
  bytes.length > 10 && bytes.toString('latin1', 0, 4) === 'GIF8'
    ? { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : undefined;

const webp = (bytes: Buffer): ImageKind | undefined => {
  if (
    bytes.length < 30 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WEBP'
  )
    return undefined;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X')
    return {
      mediaType: 'image/webp',
      width: bytes.readUIntLE(24, 3) + 1,
      height: bytes.readUIntLE(27, 3) + 1,
    };
  if (kind === 'VP8 ')
    return {
      mediaType: 'image/webp',
      width: bytes.readUInt16LE(26) & 0x3fff,
      height: bytes.readUInt16LE(28) & 0x3fff,
    };
  const bits = bytes.readUInt32LE(21);
  return { mediaType: 'image/webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
};

/** Walks the JPEG segments to the frame header (ITU-T T.81, B.2). */
const jpeg = (bytes: Buffer): ImageKind | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let offset = 2;
  while (offset + 9 < bytes.length) {
    if (bytes[offset] !== 0xff) return undefined;
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return {
        mediaType: 'image/jpeg',
        width: bytes.readUInt16BE(offset + 7),
        height: bytes.readUInt16BE(offset + 5),
      };
    }
    const hasLength = !(marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8));
    offset += 2 + (hasLength ? Math.max(2, bytes.readUInt16BE(offset + 2)) : 0);
  }
  return undefined;
};

/** Type and size of an image from its bytes, not its name; undefined for types that not all browsers show. */
export const imageKindOf = (bytes: Buffer): ImageKind | undefined =>
  png(bytes) ?? jpeg(bytes) ?? gif(bytes) ?? webp(bytes);
