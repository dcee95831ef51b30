import { createHash } from 'node:crypto';
import type { ErrorCode } from '@hamkhan/contracts/errors';
import { AppError } from '@hamkhan/platform/app-error';
import { Injectable } from '@nestjs/common';
import { CountersRepository } from './counters.repository.js';

export type Limit = {
  /** What is counted, e.g. `login`. */
  name: string;
  max: number;
  windowMs: number;
  error: ErrorCode;
};

/**
 * Limits that hold for all processes of the service together. The count is taken before the work, so that calls side by side
 * can't slip through; while the database is away nothing is let through.
 */
@Injectable()
export class LimitsService {
  constructor(private readonly counters: CountersRepository) {}

  /** Counts one try. @throws the limit's error when it is one too many. */
  async take(limit: Limit, ...subject: string[]): Promise<void> {
    const count = await this.counters.increment(idOf(limit, subject), limit.windowMs);
    if (count > limit.max) throw new AppError(limit.error);
  }

  /** Forgets the tries of a subject. */
  release(limit: Limit, ...subject: string[]): Promise<void> {
    return this.counters.remove(idOf(limit, subject));
  }
}

/** Hashed: names and addresses have no place among counters, nor has their length. */
const idOf = (limit: Limit, subject: string[]): string =>
  `${limit.name}:${createHash('sha256').update(JSON.stringify(subject)).digest('base64url')}`;
