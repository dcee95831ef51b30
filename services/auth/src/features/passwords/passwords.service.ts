import { randomBytes } from 'node:crypto';
import { AppError } from '@hamkhan/platform/app-error';
import { Inject, Injectable } from '@nestjs/common';
import argon2 from 'argon2';
import { CONFIG, type AuthConfig } from '../../config.js';
import { Limiter, LimiterFullError } from './limiter.js';

/** OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane. */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes and checks passwords, so many at once. */
@Injectable()
export class PasswordsService {
  private readonly limiter: Limiter;
  /** Checked in place of a password that is not there, so that unknown names take as long as known ones. */
  private readonly decoy: Promise<string>;

  constructor(@Inject(CONFIG) config: Pick<AuthConfig, 'PASSWORD_HASHES_AT_ONCE'>) {
    this.limiter = new Limiter(config.PASSWORD_HASHES_AT_ONCE);
    this.decoy = argon2.hash(randomBytes(32), PARAMETERS);
  }

  /** @throws COMMON.UNAVAILABLE when too many wait. */
  hash(password: string): Promise<string> {
    return this.bounded(() => argon2.hash(password, PARAMETERS));
  }

  /**
   * Whether the password belongs to the hash; with null, after the same time, it does not.
   * @throws COMMON.UNAVAILABLE when too many wait.
   */
  async verify(hash: string | null, password: string): Promise<boolean> {
    const known = hash ?? (await this.decoy);
    const matches = await this.bounded(() => argon2.verify(known, password));
    return matches && hash !== null;
  }

  private async bounded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.limiter.run(work);
    } catch (cause) {
      if (cause instanceof LimiterFullError) throw new AppError('COMMON.UNAVAILABLE', { cause });
      throw cause;
    }
  }
}
