import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RateGate } from './rate-gate.js';

const never = new AbortController().signal;

describe('RateGate', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('limits concurrency and keeps the order', async () => {
    const gate = new RateGate({ concurrency: 2 });
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const runs = [1, 2, 3, 4].map((number) =>
      gate.run(1, never, () => {
        started.push(number);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    await jest.advanceTimersByTimeAsync(0);
    expect(started).toEqual([1, 2]);
    ends[1]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(started).toEqual([1, 2, 3]);
    ends[0]?.();
    ends[2]?.();
    await jest.advanceTimersByTimeAsync(0);
    ends[3]?.();
    await Promise.all(runs);
    expect(started).toEqual([1, 2, 3, 4]);
  });

  it('limits requests and tokens per minute', async () => {
    const gate = new RateGate({ concurrency: 100, requestsPerMinute: 60, tokensPerMinute: 6000 });
    const times: number[] = [];
    const all = Array.from({ length: 63 }, () =>
      gate.run(1, never, () => Promise.resolve(times.push(Date.now()))),
    );
    await jest.advanceTimersByTimeAsync(10_000);
    await Promise.all(all);
    expect(times.filter((time) => time === 0)).toHaveLength(60);
    expect(times.slice(60)).toEqual([1000, 2000, 3000]);

    const heavy = new RateGate({ concurrency: 100, tokensPerMinute: 6000 });
    const start = Date.now();
    const late: number[] = [];
    const both = [4000, 9000].map((tokens) =>
      heavy.run(tokens, never, () => Promise.resolve(late.push(Date.now() - start))),
    );
    await jest.advanceTimersByTimeAsync(60_000);
    await Promise.all(both);
    expect(late).toEqual([0, 40_000]);
  });

  it('delays requests during a pause and drops aborted ones', async () => {
    const gate = new RateGate({ concurrency: 2 });
    gate.pauseUntil(5000);
    gate.pauseUntil(1000);
    const abort = new AbortController();
    const times: number[] = [];
    const aborted = gate.run(1, abort.signal, () => Promise.resolve(0)).catch((error: unknown) => error);
    const kept = gate.run(1, never, () => Promise.resolve(times.push(Date.now())));
    abort.abort(new Error('aborted'));
    expect(await aborted).toEqual(new Error('aborted'));
    await jest.advanceTimersByTimeAsync(5000);
    await kept;
    expect(times).toEqual([5000]);
  });

  it('releases the slot of a request that fails', async () => {
    const gate = new RateGate({ concurrency: 1 });
    await expect(gate.run(1, never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(gate.run(1, never, () => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
