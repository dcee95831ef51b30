import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from '@jest/globals';
import { imageSizeOf, type SizedImageKind } from './image-size.js';
import { mediaKindOf } from './media-kind.js';

const canvas = createCanvas(37, 21);
const IMAGES: [SizedImageKind, Buffer][] = [
  ['jpg', canvas.toBuffer('image/jpeg')],
  ['png', canvas.toBuffer('image/png')],
  ['webp', canvas.toBuffer('image/webp')],
];

/** A JPEG segment with its length. */
const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const frame = (width: number, height: number): Buffer => {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  data.writeUInt16BE(height, 1);
  data.writeUInt16BE(width, 3);
  return segment(0xc0, data);
};

describe('imageSizeOf', () => {
  it.each(IMAGES)('reads the size of a %s', async (kind, file) => {
    expect(await mediaKindOf(file)).toBe(kind);
    expect(imageSizeOf(kind, file)).toEqual({ width: 37, height: 21 });
  });

  it.each([
    ['lossy', '56503820', 26, Buffer.from([37, 0, 21, 0])],
    ['lossless', '5650384c', 21, Buffer.from([36, 0, 5, 0])],
    ['extended', '56503858', 24, Buffer.from([36, 0, 0, 20, 0, 0])],
  ])('reads the size of a %s WebP', (_, type, at, size) => {
    const file = Buffer.alloc(60);
    file.write('RIFF0000WEBP', 0, 'latin1');
    Buffer.from(type, 'hex').copy(file, 12);
    size.copy(file, at);
    expect(imageSizeOf('webp', file)).toEqual({ width: 37, height: 21 });
  });

  it('reads the frame that a decoder reads behind fill bytes, not one hidden in a comment', () => {
    const hidden = Buffer.alloc(0xff80);
    frame(1, 1).copy(hidden, 0xfefc);
    const file = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
      Buffer.from([0xff]),
      segment(0xfe, hidden),
      frame(30_000, 20_000),
      Buffer.alloc(100),
    ]);
    expect(imageSizeOf('jpg', file)).toEqual({ width: 30_000, height: 20_000 });
  });

  it('returns no size for a PNG whose first chunk is not its header', () => {
    const file = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x04CgBI\0\0\0\x01\0\0\0\x01\0\0\0\0\0\0', 'latin1');
    expect(imageSizeOf('png', file)).toBeNull();
  });

  it.each(IMAGES)('never throws for a truncated or overwritten %s', (kind, file) => {
    for (let length = 0; length < Math.min(file.length - 4, 700); length += 1) {
      expect(() => imageSizeOf(kind, file.subarray(0, length))).not.toThrow();
      const overwritten = Buffer.from(file);
      overwritten.fill(0xff, length, length + 4);
      expect(() => imageSizeOf(kind, overwritten)).not.toThrow();
    }
  });
});
