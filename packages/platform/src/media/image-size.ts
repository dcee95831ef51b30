import type { MediaKind } from './media-kind.js';

/** Kinds whose size `imageSizeOf` reads. */
export type SizedImageKind = Extract<MediaKind, 'jpg' | 'png' | 'webp'>;
/** In pixels. */
export type ImageSize = { width: number; height: number };

/**
 * Reads the size of an image from its header without decoding it, so that a small file that would decode into gigabytes is refused
 * first. Null if the header cannot be read. The reader follows the file format strictly: what it reads must be what a decoder reads
 * (docs/adr/0019).
 */
export function imageSizeOf(kind: SizedImageKind, file: Buffer): ImageSize | null {
  return file.length < MIN_HEADER_BYTES ? null : READERS[kind](file);
}

/** The longest fixed header: a WebP with an extended header. */
const MIN_HEADER_BYTES = 30;

const READERS: Record<SizedImageKind, (file: Buffer) => ImageSize | null> = {
  jpg: jpegSize,
  png: pngSize,
  webp: webpSize,
};

function pngSize(file: Buffer): ImageSize | null {
  if (file.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

function webpSize(file: Buffer): ImageSize | null {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** Walks the segments up to the frame header (ITU-T T.81, B.1.1.3). */
function jpegSize(file: Buffer): ImageSize | null {
  let at = 2;
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return null;
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const hasNoSegment = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    if (hasNoSegment) {
      at += 2;
      continue;
    }
    const length = file.readUInt16BE(at + 2);
    if (length < 2) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    at += 2 + length;
  }
  return null;
}
