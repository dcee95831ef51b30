import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from '@jest/globals';
import { pictureHeaderOf } from './picture-header.domain.js';

const canvas = createCanvas(37, 21);

describe('pictureHeaderOf', () => {
  it.each([
    ['jpeg', canvas.toBuffer('image/jpeg')],
    ['png', canvas.toBuffer('image/png')],
    ['webp', canvas.toBuffer('image/webp')],
  ] as const)('reads the size of a %s', (kind, file) => {
    expect(pictureHeaderOf(file)).toEqual({ kind, width: 37, height: 21 });
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
    expect(pictureHeaderOf(file)).toMatchObject({ kind: 'webp', width: 37, height: 21 });
  });

  it('never throws, whatever is cut off or overwritten', () => {
    for (const format of ['image/jpeg', 'image/png', 'image/webp'] as const) {
      const file = Buffer.from(canvas.toDataURL(format).split(',')[1] ?? '', 'base64');
      for (let length = 0; length < Math.min(file.length - 4, 700); length += 1) {
        expect(() => pictureHeaderOf(file.subarray(0, length))).not.toThrow();
        const spoiled = Buffer.from(file);
        spoiled.fill(0xff, length, length + 4);
        expect(() => pictureHeaderOf(spoiled)).not.toThrow();
      }
    }
  });

  it('finds none in what is no picture', () => {
    for (const text of ['', 'GIF89a', '<svg/>', '%PDF-1.7', 'RIFF....WAVEfmt ']) {
      expect(pictureHeaderOf(Buffer.from(text.padEnd(40)))).toBeNull();
    }
  });
});
