import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';

/** More bytes came than the route takes. */
export class BodyTooLargeError extends Error {
  constructor() {
    super('the body is larger than allowed');
    this.name = 'BodyTooLargeError';
  }
}
/** The browser went away before it had sent everything. */
export class ClientGoneError extends Error {
  constructor() {
    super('the client went away');
    this.name = 'ClientGoneError';
  }
}

/**
 * Carries a request's body to a service piece by piece, never more than `maxBytes`. When the service stops taking it, the rest
 * is read and thrown away, so that the browser gets to see the answer.
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
