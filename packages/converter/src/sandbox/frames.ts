import type { Readable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

const HEADER_BYTES = 4;

/** A message was larger than the limit, or no valid message. */
export class FrameError extends Error {}

/** A message with its length before it, for a pipe. */
export function encodeFrame(message: unknown): Buffer {
  const body = serialize(message);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

/**
 * The messages of a pipe. Reads no further than the consumer does, and at most one message of `maxBytes` into memory, because the sender
 * may be hostile. That is why the channel of Node.js between processes is not used: it accepts any size, and file descriptors too.
 *
 * @throws FrameError
 */
export async function* framesOf(stream: Readable, maxBytes: number): AsyncGenerator<unknown> {
  let chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    for (;;) {
      const length = bodyLength(chunks);
      if (length === null) break;
      if (length > maxBytes) throw new FrameError(`a message has ${length} bytes`);
      if (received < HEADER_BYTES + length) break;
      const bytes = Buffer.concat(chunks, received);
      yield decode(bytes.subarray(HEADER_BYTES, HEADER_BYTES + length));
      const rest = bytes.subarray(HEADER_BYTES + length);
      chunks = rest.length > 0 ? [rest] : [];
      received = rest.length;
    }
  }
}

/** The first chunk has the whole header, except when a read ended inside of it. */
function bodyLength(chunks: Buffer[]): number | null {
  while (chunks.length > 1 && (chunks[0]?.length ?? 0) < HEADER_BYTES) {
    chunks.unshift(Buffer.concat(chunks.splice(0, 2)));
  }
  const [first] = chunks;
  return first && first.length >= HEADER_BYTES ? first.readUInt32BE() : null;
}

function decode(body: Buffer): unknown {
  try {
    return deserialize(body);
  } catch (error) {
    throw new FrameError('a message can’t be read', { cause: error });
  }
}
