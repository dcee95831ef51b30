import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { holdLease, LeaseLostError } from './hold-lease.js';

const never = new AbortController().signal;
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

describe('holdLease', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('renews while the work runs and stops afterwards', async () => {
    const renew = jest.fn(() => Promise.resolve(true));
    let finish = (_: string): void => undefined;
    const result = holdLease(renew, never, () => new Promise<string>((resolve) => (finish = resolve)), 1_000);
    await jest.advanceTimersByTimeAsync(2_500);
    finish('done');
    expect(await result).toBe('done');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('aborts the work when the lease is lost', async () => {
    const result = holdLease(() => Promise.resolve(false), never, untilAborted, 1_000).catch(
      (error: unknown) => error,
    );
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await result).toBeInstanceOf(LeaseLostError);
  });

  it('ignores a renewal that throws', async () => {
    const renew = jest.fn(() => Promise.reject(new Error('unreachable')));
    let finish = (_: string): void => undefined;
    const result = holdLease(renew, never, () => new Promise<string>((resolve) => (finish = resolve)), 1_000);
    await jest.advanceTimersByTimeAsync(3_000);
    finish('done');
    expect(await result).toBe('done');
    expect(renew).toHaveBeenCalledTimes(3);
  });

  it('aborts the work with the signal', async () => {
    const stop = new AbortController();
    const result = holdLease(() => Promise.resolve(true), stop.signal, untilAborted);
    stop.abort(new Error('stopped'));
    await expect(result).rejects.toThrow('stopped');
  });
});
