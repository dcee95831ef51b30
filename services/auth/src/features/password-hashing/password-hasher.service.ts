import { randomBytes } from 'node:crypto';
import { ConcurrencyLimit } from '@hamkhan/platform/limits/concurrency-limit';
import { Inject, Injectable } from '@nestjs/common';
import argon2, { type HashOptions } from 'argon2';
import { CONFIG, type AuthConfig } from '../../config.js';

type HashConfig = Pick<
  AuthConfig,
  'PASSWORD_HASH_CONCURRENCY' | 'PASSWORD_HASH_MEMORY_KIB' | 'PASSWORD_HASH_PASSES'
>;

/** Hashes and verifies passwords with argon2id, with limited concurrency. */
@Injectable()
export class PasswordHasher {
  private readonly limit: ConcurrencyLimit;
  private readonly parameters: HashOptions;
  /** Verified for unknown users, so that they take as long as known ones. */
  private readonly decoyHash: Promise<string>;

  constructor(@Inject(CONFIG) config: HashConfig) {
    this.limit = new ConcurrencyLimit(config.PASSWORD_HASH_CONCURRENCY);
    this.parameters = {
      type: argon2.argon2id,
      memoryCost: config.PASSWORD_HASH_MEMORY_KIB,
      timeCost: config.PASSWORD_HASH_PASSES,
      parallelism: 1,
    };
    this.decoyHash = argon2.hash(randomBytes(32), this.parameters);
  }

  /** @throws COMMON.UNAVAILABLE when too many passwords wait. */
  hash(password: string): Promise<string> {
    return this.limit.run(() => argon2.hash(password, this.parameters));
  }

  /**
   * Whether the password matches the hash. For null, an unknown user, it returns false after the same work.
   * @throws COMMON.UNAVAILABLE when too many passwords wait.
   */
  async verify(hash: string | null, password: string): Promise<boolean> {
    const compared = hash ?? (await this.decoyHash);
    const matches = await this.limit.run(() => this.compare(compared, password));
    return matches && hash !== null;
  }

  protected compare(hash: string, password: string): Promise<boolean> {
    return argon2.verify(hash, password);
  }
}
