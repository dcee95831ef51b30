import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { BodyTooLargeError, ClientGoneError } from './body-errors.js';
import { BodyGate } from './body-gate.js';

const LIMITS = { maxBytes: 10, rate: { bytesPerSecond: 1, windowMs: 60_000 } };

function upload(): { request: PassThrough & { complete: boolean }; gate: BodyGate } {
  const socket = Object.assign(new EventEmitter(), { bytesRead: 0, destroyed: false });
  const request = Object.assign(new PassThrough(), { complete: false, socket });
  return { request, gate: new BodyGate(request as unknown as IncomingMessage, LIMITS) };
}

describe('BodyGate', () => {
  it('survives a client that leaves before the HTTP client listens for errors', async () => {
    const { request, gate } = upload();
    const closed = new Promise((resolve) => gate.once('close', resolve));
    request.write('x');
    // Without a listener of its own this error would end the process, and this test.
    request.destroy();
    await closed;
    expect(gate.errored).toBeInstanceOf(ClientGoneError);
  });

  it('fails when the body is larger than its limit and discards the rest', async () => {
    const { request, gate } = upload();
    const closed = new Promise((resolve) => gate.once('close', resolve));
    request.write('12345678901');
    await closed;
    expect(gate.errored).toBeInstanceOf(BodyTooLargeError);
    expect(request.isPaused()).toBe(false);
  });
});
