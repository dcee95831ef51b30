import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';

/** The body exceeds the limit of its route. */
export class BodyTooLargeError extends Error {
  constructor() {
    super('request body too large');
    this.name = 'BodyTooLargeError';
  }
}
/** The client closed the connection. */
export class ClientGoneError extends Error {
  constructor() {
    super('client closed the connection');
    this.name = 'ClientGoneError';
  }
}

/**
 * Streams a request body to a service, at most `maxBytes`. When the service stops reading, the rest of the body is discarded,
 * so that the client can read the response.
 */
export class BodyGate extends Transform {
  private passed = 0;

  constructor(
    request: IncomingMessage,
    private readonly maxBytes: number,
  ) {
    super();
    request.pipe(this);
    request.once('error', () => this.destroy(new ClientGoneError()));
    request.once('close', () => {
      if (!request.complete) this.destroy(new ClientGoneError());
    });
    this.once('close', () => {
      request.unpipe(this);
      if (!request.complete) request.resume();
    });
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.passed += chunk.length;
    if (this.passed > this.maxBytes) done(new BodyTooLargeError());
    else done(null, chunk);
  }
}
