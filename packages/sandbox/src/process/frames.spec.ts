import { Readable } from 'node:stream';
import { serialize } from 'node:v8';
import { describe, expect, it } from '@jest/globals';
import { encodeFrame, FRAME_LIMITS, FrameError, framesOf, type Frame } from './frames.js';

const LIMITS = { textBytes: 10_000, attachmentBytes: 10_000, attachments: 4, depth: 20 };

const framesIn = async (bytes: Buffer, chunkBytes = 100_000, limits = LIMITS): Promise<Frame[]> => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const frames: Frame[] = [];
  for await (const frame of framesOf(Readable.from(chunks), limits)) frames.push(frame);
  return frames;
};

/** A frame with the lengths and bytes that a hostile process chooses. */
const frame = (text: string | Buffer, attachments = Buffer.alloc(0), textBytes?: number): Buffer => {
  const body = Buffer.from(text as string);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(textBytes ?? body.length);
  header.writeUInt32BE(attachments.length, 4);
  return Buffer.concat([header, body, attachments]);
};

describe('framesOf', () => {
  it.each([1, 3, 7, 100_000])(
    'reads messages and attachments from pieces of %d bytes',
    async (chunkBytes) => {
      const bytes = Buffer.from([1, 2, 3]);
      const sent = [
        encodeFrame({ type: 'page', text: '"[{\\' }, [bytes, Buffer.alloc(0)]),
        encodeFrame('متن'),
        encodeFrame(null),
      ];
      expect(await framesIn(Buffer.concat(sent), chunkBytes)).toEqual([
        { message: { type: 'page', text: '"[{\\' }, attachments: [bytes, Buffer.alloc(0)] },
        { message: 'متن', attachments: [] },
        { message: null, attachments: [] },
      ]);
    },
  );

  it.each<[string, Buffer]>([
    ['a text', Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])],
    ['attachments', Buffer.from([0, 0, 0, 9, 0xff, 0xff, 0xff, 0xff])],
  ])('refuses %s beyond the limit at its length, without waiting for its bytes', async (_, header) => {
    await expect(framesIn(header)).rejects.toThrow(FrameError);
  });

  it.each<[string, Buffer]>([
    ['noise', frame(Buffer.alloc(8, 0x41))],
    ['an object of another format', frame(serialize({ type: 'done' }))],
    ['a message without a list of attachments', frame('{"type":"done"}')],
    ['a third element', frame('["done",[],1]')],
    ['an attachment of negative length', frame('["done",[4,-4]]')],
    ['an attachment whose length is a text', frame('["done",["4"]]', Buffer.alloc(4))],
    ['an attachment whose length is no number', frame('["done",[1e999]]')],
    ['lengths beyond the attachments', frame('["done",[5]]', Buffer.alloc(4))],
    ['attachments beyond the lengths', frame('["done",[3]]', Buffer.alloc(4))],
    ['more attachments than allowed', frame('["done",[0,0,0,0,0]]')],
    ['lists within lists', frame(`[${'['.repeat(30)}${']'.repeat(30)},[]]`)],
    ['objects within objects', frame(`[${'{"a":'.repeat(30)}1${'}'.repeat(30)},[]]`)],
  ])('refuses %s', async (_, bytes) => {
    await expect(framesIn(bytes)).rejects.toThrow(FrameError);
  });

  it('makes plain values only, and no prototype of a name', async () => {
    const [received] = await framesIn(frame('[{"__proto__":{"isAdmin":true},"constructor":1},[]]'));
    const message = received?.message as Record<string, unknown>;
    expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
    expect(message.isAdmin).toBeUndefined();
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it('parses the largest text within the memory of a worker', async () => {
    const empty = '{},'.repeat(FRAME_LIMITS.textBytes / 3 - 10);
    const before = process.memoryUsage().heapUsed;
    const [received] = await framesIn(frame(`[[${empty}{}],[]]`), 1_000_000, FRAME_LIMITS);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400 * 1024 * 1024);
    expect((received!.message as unknown[]).length).toBeGreaterThan(2_000_000);
  });

  it('ignores an unfinished message at the end', async () => {
    await expect(framesIn(encodeFrame('cut').subarray(0, -1))).resolves.toEqual([]);
  });
});
