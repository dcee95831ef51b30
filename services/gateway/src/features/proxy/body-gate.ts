import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { AppError } from '@hamkhan/platform/app-error';
import { watchBodyRate, type BodyRate } from '@hamkhan/platform/http/body-rate';
import { BodyTooLargeError, ClientGoneError } from './body-errors.js';

export type GateLimits = { maxBytes: number; rate: BodyRate };

/**
 * Streams an upload to a service, at most `maxBytes` and not slower than `rate`. When the service stops reading, the rest of the
 * body is discarded, so that the client can read the response.
 */
export class BodyGate extends Transform {
  private readonly maxBytes: number;
  private passed = 0;

  constructor(request: IncomingMessage, { maxBytes, rate }: GateLimits) {
    super();
    this.maxBytes = maxBytes;
    // The HTTP client listens for errors only once the call has a connection; an earlier one must not end the process.
    this.on('error', () => undefined);
    request.pipe(this);
    watchBodyRate(request, rate, () => this.destroy(new AppError('COMMON.REQUEST_TIMEOUT')));
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
