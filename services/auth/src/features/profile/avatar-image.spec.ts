import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from '@jest/globals';
import type { PictureDecoder } from '@hamkhan/sandbox/pictures/picture-decoder';
import { createAvatar } from './avatar-image.js';

const PNG = createCanvas(40, 30).toBuffer('image/png');
const webp = (width: number, height: number): Buffer => createCanvas(width, height).toBuffer('image/webp');
/** A decoder in the hands of a hostile picture: it answers what a test says. */
const answering = (answer: Buffer | null) =>
  ({ centreSquare: () => Promise.resolve(answer) }) as unknown as PictureDecoder;

describe('createAvatar', () => {
  it('gives the square that the decoder made', async () => {
    const square = webp(320, 320);
    expect(await createAvatar(PNG, answering(square))).toBe(square);
  });

  it.each<[string, Buffer | null]>([
    ['nothing', null],
    ['a picture of another size', webp(4_000, 10)],
    ['a page with a script', Buffer.from('<html><script>alert(1)</script></html>'.padEnd(200))],
    ['an empty answer', Buffer.alloc(0)],
  ])('refuses a decoder that answers %s', async (_, answer) => {
    await expect(createAvatar(PNG, answering(answer))).rejects.toMatchObject({
      details: { fields: { avatar: [{ code: 'AVATAR_DAMAGED' }] } },
    });
  });
});
