import { describe, expect, it } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.js';

describe('ConcurrencyLimit', () => {
  it('runs at most the given number of tasks in parallel, in order', async () => {
    const limit = new ConcurrencyLimit(2);
    let running = 0;
    let maxRunning = 0;
    const started: number[] = [];
    const task = (index: number) => async (): Promise<number> => {
      started.push(index);
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return index;
    };
    const results = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => limit.run(task(index))));
    expect(results).toEqual([0, 1, 2, 3, 4, 5]);
    expect(started).toEqual([0, 1, 2, 3, 4, 5]);
    expect(maxRunning).toBe(2);
  });

  it('runs the next task after a failure', async () => {
    const limit = new ConcurrencyLimit(1);
    await expect(limit.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(limit.run(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('rejects a task when the queue is full', async () => {
    const limit = new ConcurrencyLimit(1, 1);
    let finish: () => void = () => undefined;
    const first = limit.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = limit.run(() => Promise.resolve());
    await expect(limit.run(() => Promise.resolve())).rejects.toMatchObject({ code: 'COMMON.UNAVAILABLE' });
    await new Promise((resolve) => setImmediate(resolve));
    finish();
    await expect(Promise.all([first, second])).resolves.toHaveLength(2);
  });
});
