import { createHash } from 'node:crypto';
import type { ErrorCode } from '@hamkhan/contracts/errors';
import { Redis } from 'ioredis';
import { AppError } from '../app-error.js';
import type { RedisConfig } from '../config.js';
import type { Logger } from '../observability/logger.js';

export type Limit = {
  /** What is counted, e.g. `login`. */
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
  readonly error: ErrorCode;
};

/** An answer later than this is none: what is limited is refused. */
const ANSWER_MS = 2_000;
const TAKE = `
local count = redis.call('INCR', KEYS[1])
if count == 1 or redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/**
 * Limits that hold for all processes together, counted in Redis in windows that begin with the first try (C08). The count is
 * taken before the work, so that calls side by side can't slip through; while Redis is away nothing is let through.
 */
export class RateLimits {
  private readonly redis: Redis;

  constructor(
    private readonly config: RedisConfig,
    private readonly logger: Logger,
  ) {
    this.redis = new Redis(config.REDIS_URL, {
      commandTimeout: ANSWER_MS,
      maxRetriesPerRequest: 1,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    this.redis.on('error', (error: Error) => this.logger.warn({ err: error }, 'redis not reached'));
  }

  /**
   * Counts one try of a subject.
   * @throws the limit's error, with `retry_after` in seconds, when it is one too many; COMMON.UNAVAILABLE while Redis is away.
   */
  async take(limit: Limit, ...subject: string[]): Promise<void> {
    const [count, leftMs] = await this.count(limit, subject);
    if (count <= limit.max) return;
    throw new AppError(limit.error, { details: { retry_after: Math.max(1, Math.ceil(leftMs / 1_000)) } });
  }

  /** Forgets the tries of a subject. While Redis is away they stay counted: that only makes it wait. */
  async release(limit: Limit, ...subject: string[]): Promise<void> {
    try {
      await this.redis.del(this.keyOf(limit, subject));
    } catch (error) {
      this.logger.warn({ err: error, limit: limit.name }, 'a limit could not be released');
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async count(limit: Limit, subject: string[]): Promise<[count: number, leftMs: number]> {
    try {
      const answer = await this.redis.eval(TAKE, 1, this.keyOf(limit, subject), limit.windowMs);
      const [count, leftMs] = answer as [number, number];
      return [count, leftMs];
    } catch (cause) {
      throw new AppError('COMMON.UNAVAILABLE', { cause });
    }
  }

  /** Hashed: names and addresses have no place among counters, nor has their length. */
  private keyOf(limit: Limit, subject: string[]): string {
    const id = createHash('sha256').update(JSON.stringify(subject)).digest('base64url');
    return `${this.config.QUEUE_PREFIX}:limits:${limit.name}:${id}`;
  }
}
