import { createServer } from 'node:net';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { Health } from '@hamkhan/platform/observability/health';
import { Metrics } from '@hamkhan/platform/observability/metrics';
import { Queues } from '@hamkhan/platform/queue/queues';
import { freePort } from '@hamkhan/testing/free-port';
import { TestStack } from '@hamkhan/testing/test-stack';
import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';

describe('TestStack', () => {
  it('removes the queues and limits under its name and no others', async () => {
    const [stack, other] = [await TestStack.create(), await TestStack.create()];
    const redis = new Redis(stack.env.REDIS_URL ?? '');
    const keysOf = async ({ name }: TestStack) => (await redis.keys(`*${name}*`)).sort();
    try {
      for (const { name, env } of [stack, other]) {
        const config = { REDIS_URL: env.REDIS_URL ?? '', QUEUE_PREFIX: env.QUEUE_PREFIX ?? '' };
        const queues = new Queues(config, new Health(), new Metrics('test'), createLogger('test', 'silent'));
        await queues.open('test.queue').add(1);
        await queues.close(0);
        await redis.set(`${name}:limits:test:someone`, '1');
      }
      expect(await keysOf(stack)).toContain(`{${stack.name}}:test.queue:wait`);
      await stack.drop();
      expect(await keysOf(stack)).toEqual([]);
      expect(await keysOf(other)).toEqual(
        expect.arrayContaining([`{${other.name}}:test.queue:wait`, `${other.name}:limits:test:someone`]),
      );
    } finally {
      redis.disconnect();
      await other.drop();
    }
  });
});

describe('freePort', () => {
  it('returns ports that can be listened on, each once', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(new Set(ports).size).toBe(ports.length);
    const server = createServer();
    await new Promise<void>((listening) => server.listen(ports[0], '127.0.0.1', listening));
    expect(server.listening).toBe(true);
    await new Promise((closed) => server.close(closed));
  });
});
