import { randomBytes } from 'node:crypto';
import type { RateLimit } from '@hamkhan/contracts/rate-limits';
import { loadConfig, redisEnv } from '@hamkhan/platform/config';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterEach, describe, expect, it } from '@jest/globals';

const opened: RateLimits[] = [];
const open = (config: Partial<{ REDIS_URL: string }> = {}): RateLimits => {
  const limits = new RateLimits({ ...loadConfig(redisEnv), ...config }, createLogger('test', 'silent'));
  opened.push(limits);
  return limits;
};
const limitOf = (facts: Partial<RateLimit> = {}): RateLimit => ({
  name: `test-${randomBytes(4).toString('hex')}`,
  per: 'user',
  max: 3,
  windowMs: 60_000,
  error: 'AUTH.TOO_MANY_REQUESTS',
  ...facts,
});
const outcome = (taken: Promise<void>): Promise<string> =>
  taken.then(
    () => 'passed',
    (error: { code?: string }) => String(error.code),
  );

afterEach(() => {
  for (const limits of opened.splice(0)) limits.onApplicationShutdown();
});

describe('RateLimits', () => {
  it('counts concurrent calls of all processes together, and each subject separately', async () => {
    const [one, other] = [open(), open()];
    const limit = limitOf();
    const tries = Array.from({ length: 20 }, (_, index) =>
      outcome((index % 2 ? one : other).consume(limit, 'a', 'b')),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((text) => text === 'passed')).toHaveLength(3);
    expect(outcomes.filter((text) => text === limit.error)).toHaveLength(17);
    expect(await outcome(one.consume(limit, 'ab'))).toBe('passed');
  });

  it('names the seconds until the next attempt when it rejects one', async () => {
    const limits = open();
    const limit = limitOf({ max: 1, windowMs: 30_000 });
    await limits.consume(limit, 'a');
    const refused: unknown = await limits.consume(limit, 'a').catch((error: unknown) => error);
    expect(refused).toMatchObject({ details: { retry_after: expect.any(Number) } });
    const { retry_after: seconds } = (refused as { details: { retry_after: number } }).details;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(30);
  });

  it('counts from zero after the window ends and after a reset', async () => {
    const limits = open();
    const limit = limitOf({ max: 1, windowMs: 300 });
    await limits.consume(limit, 'a');
    expect(await outcome(limits.consume(limit, 'a'))).toBe(limit.error);
    await waitFor('the window to end', async () => (await outcome(limits.consume(limit, 'a'))) === 'passed');
    const long = limitOf({ max: 1 });
    await limits.consume(long, 'a');
    await limits.reset(long, 'a');
    expect(await outcome(limits.consume(long, 'a'))).toBe('passed');
  });

  it('rejects every attempt while Redis is unreachable', async () => {
    const limits = open({ REDIS_URL: 'redis://127.0.0.1:9' });
    expect(await outcome(limits.consume(limitOf(), 'a'))).toBe('COMMON.UNAVAILABLE');
    await expect(limits.reset(limitOf(), 'a')).resolves.toBeUndefined();
  });
});
