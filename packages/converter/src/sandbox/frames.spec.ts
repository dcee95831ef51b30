import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { encodeFrame, FrameError, framesOf } from './frames.js';

const messagesIn = async (bytes: Buffer, chunkBytes: number, maxBytes = 10_000) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const messages: unknown[] = [];
  for await (const message of framesOf(Readable.from(chunks), maxBytes)) messages.push(message);
  return messages;
};

describe('framesOf', () => {
  it.each([1, 3, 7, 100_000])('reads messages from pieces of %d bytes', async (chunkBytes) => {
    const sent = [{ type: 'page', bytes: new Uint8Array([1, 2, 3]) }, 'متن', { type: 'done' }];
    const received = await messagesIn(Buffer.concat(sent.map(encodeFrame)), chunkBytes);
    expect(received).toEqual(sent);
  });

  it('refuses a message beyond the limit at its length, without waiting for its bytes', async () => {
    const header = Buffer.from([0xff, 0xff, 0xff, 0xff]);
    await expect(messagesIn(header, 4)).rejects.toThrow(FrameError);
  });

  it('refuses bytes that are no message', async () => {
    const bytes = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.alloc(8, 0x41)]);
    await expect(messagesIn(bytes, 100)).rejects.toThrow(FrameError);
  });

  it('ignores an unfinished message at the end', async () => {
    await expect(messagesIn(encodeFrame('cut').subarray(0, -1), 100)).resolves.toEqual([]);
  });
});
