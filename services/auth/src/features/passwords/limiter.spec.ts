import { describe, expect, it } from '@jest/globals';
import { Limiter, LimiterFullError } from './limiter.js';

describe('Limiter', () => {
  it('never runs more than it may, and all in order', async () => {
    const limiter = new Limiter(2);
    let running = 0;
    let most = 0;
    const started: number[] = [];
    const work = (index: number) => async (): Promise<number> => {
      started.push(index);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return index;
    };
    const results = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => limiter.run(work(index))));
    expect(results).toEqual([0, 1, 2, 3, 4, 5]);
    expect(started).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it('gives the place free after a failure', async () => {
    const limiter = new Limiter(1);
    await expect(limiter.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(limiter.run(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('turns away who would wait too long', async () => {
    const limiter = new Limiter(1, 1);
    let finish: () => void = () => undefined;
    const first = limiter.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = limiter.run(() => Promise.resolve());
    await expect(limiter.run(() => Promise.resolve())).rejects.toThrow(LimiterFullError);
    finish();
    await expect(Promise.all([first, second])).resolves.toHaveLength(2);
  });
});
