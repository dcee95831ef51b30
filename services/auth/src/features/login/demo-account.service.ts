import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { PasswordHasher } from '../password-hashing/password-hasher.service.js';
import { UsersService } from '../users/users.service.js';

/** The demo account of a new installation. */
@Injectable()
export class DemoAccountService {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordHasher,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** Creates the account if it does not exist; an existing one keeps its password. Returns whether it was created. */
  async ensure(): Promise<boolean> {
    const { DEMO_USERNAME, DEMO_PASSWORD, DEMO_FIRST_NAME, DEMO_LAST_NAME } = this.config;
    if (await this.users.exists(DEMO_USERNAME)) return false;
    try {
      await this.users.create({
        username: DEMO_USERNAME,
        passwordHash: await this.passwords.hash(DEMO_PASSWORD),
        firstName: DEMO_FIRST_NAME,
        lastName: DEMO_LAST_NAME,
        language: 'fa',
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
