import { constants, crc32, deflateRawSync } from 'node:zlib';

/**
 * A separately compressed piece of text that can be placed anywhere in a gzip body: deflate blocks that end on a byte boundary (RFC 1951,
 * 3.2.4) and refer only to themselves. So a body is joined, not compressed, when it is requested.
 */
export type GzipPart = {
  bytes: Buffer;
  /** Bytes of the text in UTF-8. */
  size: number;
  /** CRC-32 of the text in UTF-8. */
  crc: number;
};

const MAX_STORED_BLOCK = 65_535;
/** Compression does not pay for shorter texts. */
const MIN_DEFLATED = 600;

/** Compresses a text that becomes part of many bodies. */
export function deflatePart(text: string): GzipPart {
  const plain = Buffer.from(text, 'utf8');
  if (plain.length < MIN_DEFLATED) return storedPart(text);
  return {
    bytes: deflateRawSync(plain, { level: 6, finishFlush: constants.Z_SYNC_FLUSH }),
    size: plain.length,
    crc: crc32(plain),
  };
}

/** Wraps a text without compression, for parts that differ in each body. */
export function storedPart(text: string): GzipPart {
  const plain = Buffer.from(text, 'utf8');
  const blocks: Buffer[] = [];
  for (let start = 0; start < plain.length; start += MAX_STORED_BLOCK) {
    const block = plain.subarray(start, start + MAX_STORED_BLOCK);
    const header = Buffer.alloc(5);
    header.writeUInt16LE(block.length, 1);
    header.writeUInt16LE(~block.length & 0xffff, 3);
    blocks.push(header, block);
  }
  return { bytes: Buffer.concat(blocks), size: plain.length, crc: crc32(plain) };
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/** Joins parts into one gzip member (RFC 1952) of their concatenated texts. */
export function gzipOf(parts: readonly GzipPart[]): Buffer {
  let crc = 0;
  let size = 0;
  for (const part of parts) {
    crc = combineCrc(crc, part.crc, part.size);
    size += part.size;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc >>> 0, 0);
  trailer.writeUInt32LE(size >>> 0, 4);
  return Buffer.concat([GZIP_HEADER, ...parts.map((part) => part.bytes), LAST_BLOCK, trailer]);
}

const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** a · b modulo the CRC-32 polynomial; bits are reflected, x⁰ is the highest. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

/** x^(2^n) for n = 0…31. */
const POWERS: readonly number[] = (() => {
  const powers = [ONE >>> 1];
  for (let n = 1; n < 32; n += 1) {
    const last = powers[n - 1] ?? 0;
    powers.push(multiply(last, last));
  }
  return powers;
})();

/** CRC-32 of two texts in a row from the CRC-32 of each, as zlib's crc32_combine does it: crc1 · x^(8 · size2) + crc2. */
export function combineCrc(crc1: number, crc2: number, size2: number): number {
  let shift = ONE;
  for (let rest = size2, n = 3; rest > 0; rest = Math.floor(rest / 2), n += 1) {
    if (rest % 2 === 1) shift = multiply(POWERS[n & 31] ?? 0, shift);
  }
  return (multiply(shift, crc1) ^ crc2) >>> 0;
}
