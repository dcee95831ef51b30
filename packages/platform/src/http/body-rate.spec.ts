import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { watchBodyRate } from './body-rate.js';

const RATE = { bytesPerSecond: 1_000, windowMs: 10_000 };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function startUpload() {
  const socket = { bytesRead: 0, destroyed: false };
  const fields = { socket, complete: false, readableLength: 0 };
  const request = Object.assign(new EventEmitter(), fields);
  const onTooSlow = jest.fn();
  watchBodyRate(request as unknown as IncomingMessage, RATE, onTooSlow);
  const nextWindow = (bytes: number): void => {
    socket.bytesRead += bytes;
    jest.advanceTimersByTime(RATE.windowMs);
  };
  return { request, socket, onTooSlow, nextWindow };
}

describe('watchBodyRate', () => {
  it('allows a slow first window and reports the second once', () => {
    const { onTooSlow, nextWindow } = startUpload();
    nextWindow(1);
    expect(onTooSlow).not.toHaveBeenCalled();
    nextWindow(9_999);
    nextWindow(0);
    expect(onTooSlow).toHaveBeenCalledTimes(1);
  });

  it('accepts a client that keeps the rate on average', () => {
    const { onTooSlow, nextWindow } = startUpload();
    for (let window = 0; window < 5; window += 1) nextWindow(10_000);
    expect(onTooSlow).not.toHaveBeenCalled();
  });

  it('does not blame the client while its data waits to be read', () => {
    const { request, onTooSlow, nextWindow } = startUpload();
    nextWindow(10_000);
    request.readableLength = 64;
    nextWindow(0);
    expect(onTooSlow).not.toHaveBeenCalled();
    request.readableLength = 0;
    nextWindow(0);
    expect(onTooSlow).toHaveBeenCalledTimes(1);
  });

  it.each(['complete', 'closed', 'destroyed'])('stops when the request is %s', (end) => {
    const { request, socket, onTooSlow, nextWindow } = startUpload();
    if (end === 'complete') request.complete = true;
    if (end === 'closed') request.emit('close');
    if (end === 'destroyed') socket.destroyed = true;
    nextWindow(0);
    nextWindow(0);
    expect([onTooSlow.mock.calls.length, jest.getTimerCount()]).toEqual([0, 0]);
  });
});
