import { createHash } from 'node:crypto';
import type { RateLimit } from '@hamkhan/contracts/rate-limits';
import { Redis } from 'ioredis';
import { AppError } from '../app-error.js';
import type { RedisConfig } from '../config.js';
import type { Logger } from '../observability/logger.js';

/** Redis timeout; the limit fails closed. */
const REDIS_TIMEOUT_MS = 2_000;
const INCREMENT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 or redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;
const DECREMENT = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end`;

/**
 * Rate limits shared by all processes: fixed windows in Redis that begin with the first attempt (C08). An attempt is counted
 * before the work, so that concurrent calls cannot exceed the limit. While Redis is unreachable every attempt is rejected.
 */
export class RateLimits {
  private readonly redis: Redis;

  constructor(
    private readonly config: RedisConfig,
    private readonly logger: Logger,
  ) {
    this.redis = new Redis(config.REDIS_URL, {
      commandTimeout: REDIS_TIMEOUT_MS,
      maxRetriesPerRequest: 1,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    this.redis.on('error', (error: Error) => this.logger.warn({ err: error }, 'redis unreachable'));
  }

  /**
   * Counts one attempt of a subject.
   * @throws the limit's error with `retry_after` in seconds when the limit is exceeded; COMMON.UNAVAILABLE when Redis is
   * unreachable.
   */
  async consume(limit: RateLimit, ...subject: string[]): Promise<void> {
    const [count, leftMs] = await this.count(limit, subject);
    if (count <= limit.max) return;
    throw new AppError(limit.error, { details: { retry_after: Math.max(1, Math.ceil(leftMs / 1_000)) } });
  }

  /** Resets the attempts of a subject. When Redis is unreachable they stay counted, which only prolongs the wait. */
  async reset(limit: RateLimit, ...subject: string[]): Promise<void> {
    try {
      await this.redis.del(this.keyOf(limit, subject));
    } catch (error) {
      this.logger.warn({ err: error, limit: limit.name }, 'rate limit could not be reset');
    }
  }

  /** Takes one attempt back that turned out not to count. When Redis is unreachable it stays counted. */
  async refund(limit: RateLimit, ...subject: string[]): Promise<void> {
    try {
      await this.redis.eval(DECREMENT, 1, this.keyOf(limit, subject));
    } catch (error) {
      this.logger.warn({ err: error, limit: limit.name }, 'attempt could not be taken back');
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async count(limit: RateLimit, subject: string[]): Promise<[count: number, leftMs: number]> {
    try {
      const reply = await this.redis.eval(INCREMENT, 1, this.keyOf(limit, subject), limit.windowMs);
      const [count, leftMs] = reply as [number, number];
      return [count, leftMs];
    } catch (cause) {
      throw new AppError('COMMON.UNAVAILABLE', { cause });
    }
  }

  /** Hashes the subject, so that Redis holds no names or addresses and keys have a fixed length. */
  private keyOf(limit: RateLimit, subject: string[]): string {
    const id = createHash('sha256').update(JSON.stringify(subject)).digest('base64url');
    return `${this.config.QUEUE_PREFIX}:limits:${limit.name}:${id}`;
  }
}
