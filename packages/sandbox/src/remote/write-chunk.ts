import type { Writable } from 'node:stream';

/** Writes a chunk; resolves when the stream takes more, or has closed. */
export function writeChunk(stream: Writable, chunk: Uint8Array): Promise<void> {
  if (stream.destroyed || stream.write(chunk)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
