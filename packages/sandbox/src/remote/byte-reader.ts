import type { Readable } from 'node:stream';

/** Reads a stream piece by piece, no faster than asked. */
export class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** The next bytes, at least one and at most `most`. @throws Error when the stream has ended */
  async some(most: number): Promise<Buffer> {
    while (this.rest.length === 0) {
      const next = await this.chunks.next();
      if (next.done) throw new Error('the stream ended');
      this.rest = next.value;
    }
    const bytes = this.rest.subarray(0, most);
    this.rest = this.rest.subarray(bytes.length);
    return bytes;
  }

  /** The next `count` bytes. @throws Error when the stream ends before */
  async exactly(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      const piece = await this.some(missing);
      pieces.push(piece);
      missing -= piece.length;
    }
    return Buffer.concat(pieces);
  }
}
