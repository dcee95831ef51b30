import type { Readable } from 'node:stream';

/** The lengths of the text and of the attachments, four bytes each. */
export const FRAME_HEADER_BYTES = 8;
const MEGABYTE = 1024 * 1024;

/** A message and the bytes that go with it. */
export type Frame = { message: unknown; attachments: Buffer[] };

export type FrameLimits = {
  /** Bytes of the text: parsed, it takes up to twenty times as much memory. */
  textBytes: number;
  /** Bytes of all attachments of a message. */
  attachmentBytes: number;
  attachments: number;
  /** Lists and objects within each other. */
  depth: number;
};
export const FRAME_LIMITS: FrameLimits = {
  textBytes: 8 * MEGABYTE,
  attachmentBytes: 256 * MEGABYTE,
  attachments: 500,
  depth: 64,
};

/** A message was larger than the limits, or no valid message. */
export class FrameError extends Error {}

/**
 * A message for a pipe: JSON and attachments, with their lengths before them. JSON, because the sender may be hostile: `v8.deserialize` makes
 * maps, dates, typed arrays and circles of whatever it gets, and was not made for input that nobody vouches for.
 */
export function encodeFrame(message: unknown, attachments: readonly Uint8Array[] = []): Buffer {
  const text = Buffer.from(JSON.stringify([message, attachments.map(({ byteLength }) => byteLength)]));
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt32BE(text.length);
  header.writeUInt32BE(
    attachments.reduce((sum, { byteLength }) => sum + byteLength, 0),
    4,
  );
  return Buffer.concat([header, text, ...attachments]);
}

/**
 * The messages of a pipe. Reads no further than the consumer does, and at most one message within the limits into memory, because the
 * sender may be hostile. That is why the channel of Node.js between processes is not used: it accepts any size, and file descriptors too.
 *
 * @throws FrameError
 */
export async function* framesOf(stream: Readable, limits: FrameLimits = FRAME_LIMITS): AsyncGenerator<Frame> {
  let chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    for (;;) {
      const length = frameLength(chunks, limits);
      if (length === null || received < length) break;
      const bytes = Buffer.concat(chunks, received);
      yield decodeFrame(bytes.subarray(0, length), limits);
      const rest = bytes.subarray(length);
      chunks = rest.length > 0 ? [rest] : [];
      received = rest.length;
    }
  }
}

/** The length of the first frame; null while its header is incomplete. The first chunk has all of it, except when a read ended inside. */
function frameLength(chunks: Buffer[], limits: FrameLimits): number | null {
  while (chunks.length > 1 && (chunks[0]?.length ?? 0) < FRAME_HEADER_BYTES) {
    chunks.unshift(Buffer.concat(chunks.splice(0, 2)));
  }
  const [first] = chunks;
  return first && first.length >= FRAME_HEADER_BYTES ? frameBytes(first, limits) : null;
}

/** The length of a frame that begins with this header. @throws FrameError if it is beyond the limits */
export function frameBytes(header: Buffer, limits: FrameLimits): number {
  const [text, attached] = [header.readUInt32BE(), header.readUInt32BE(4)];
  if (text > limits.textBytes) throw new FrameError(`a message has a text of ${text} bytes`);
  if (attached > limits.attachmentBytes)
    throw new FrameError(`a message has attachments of ${attached} bytes`);
  return FRAME_HEADER_BYTES + text + attached;
}

/** Reads a whole frame. @throws FrameError */
export function decodeFrame(frame: Buffer, limits: FrameLimits): Frame {
  const textEnd = FRAME_HEADER_BYTES + frame.readUInt32BE();
  const text = frame.subarray(FRAME_HEADER_BYTES, textEnd);
  if (depthOf(text) > limits.depth) throw new FrameError('a message is nested too deeply');
  const [message, lengths] = parse(text);
  if (lengths.length > limits.attachments)
    throw new FrameError(`a message has ${lengths.length} attachments`);
  let at = textEnd;
  const attachments = lengths.map((length) => frame.subarray(at, (at += length)));
  if (at !== frame.length) throw new FrameError('the attachments of a message have other lengths');
  return { message, attachments };
}

function parse(text: Buffer): [message: unknown, lengths: number[]] {
  let value: unknown;
  try {
    value = JSON.parse(text.toString('utf8'));
  } catch (error) {
    throw new FrameError('a message can’t be read', { cause: error });
  }
  const [message, lengths, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  const isLength = (length: unknown): boolean => Number.isSafeInteger(length) && (length as number) >= 0;
  if (more.length > 0 || !Array.isArray(lengths) || !lengths.every(isLength)) {
    throw new FrameError('a message has no list of attachments');
  }
  return [message, lengths as number[]];
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** How deep lists and objects of a JSON text are within each other. What walks through them later is recursive. */
function depthOf(text: Buffer): number {
  let [depth, deepest] = [0, 0];
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (isString && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isString = !isString;
    else if (!isString && OPENING.has(byte)) deepest = Math.max(deepest, (depth += 1));
    else if (!isString && CLOSING.has(byte)) depth -= 1;
  }
  return deepest;
}
