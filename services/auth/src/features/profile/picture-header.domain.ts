export type PictureKind = 'jpeg' | 'png' | 'webp';
/** What the first bytes of a picture say. */
export type PictureHeader = { kind: PictureKind; width: number; height: number };

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The kind a file really is by its first bytes, or null; what it is called and what its sender says play no part. */
export function pictureKindOf(file: Buffer): PictureKind | null {
  if (file.length >= 12 && file.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (file.length >= 24 && file.subarray(0, 8).equals(PNG)) return 'png';
  const isRiff = file.length >= 30 && file.toString('latin1', 0, 4) === 'RIFF';
  return isRiff && file.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
}

/**
 * The size without decoding, so that a small file that unpacks into gigabytes is refused before it can. Null where the
 * header can't be read.
 */
export function pictureHeaderOf(file: Buffer): PictureHeader | null {
  const kind = pictureKindOf(file);
  try {
    if (kind === 'png') {
      return { kind, width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
    }
    if (kind === 'webp') return webpHeader(file);
    return kind === 'jpeg' ? jpegHeader(file) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function webpHeader(file: Buffer): PictureHeader | null {
  const kind = 'webp';
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        kind,
        width: file.readUInt16LE(26) & 0x3fff,
        height: file.readUInt16LE(28) & 0x3fff,
      };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { kind, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { kind, width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** Walks the segments up to the frame header (ITU-T T.81, B.1.1.3). */
function jpegHeader(file: Buffer): PictureHeader | null {
  let at = 2;
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return null;
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    if (isAlone) {
      at += 2;
      continue;
    }
    const length = file.readUInt16BE(at + 2);
    if (length < 2) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return {
        kind: 'jpeg',
        width: file.readUInt16BE(at + 7),
        height: file.readUInt16BE(at + 5),
      };
    }
    at += 2 + length;
  }
  return null;
}
