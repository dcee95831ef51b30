import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type {
  AvatarResponse,
  ProfileRequest,
  ProfileResponse,
  ProfileUpdatedResponse,
} from '@hamkhan/contracts/http/auth';
import { AppError } from '@hamkhan/platform/app-error';
import { RateLimits, type Limit } from '@hamkhan/platform/limits/rate-limits';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable } from '@nestjs/common';
import { Limiter, LimiterFullError } from '../passwords/limiter.js';
import { avatarAddress, avatarKeyOf } from '../users/avatar-address.domain.js';
import type { User, UserChanges } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';
import { AVATAR_TYPE, avatarFrom } from './avatar-image.js';

const AVATARS: Limit = { name: 'avatar', max: 20, windowMs: 3_600_000, error: 'AUTH.TOO_MANY_REQUESTS' };
/** Pictures painted at once: each may take 160 MB while it is decoded. */
const PAINTED_AT_ONCE = 1;
const MAX_WAITING = 20;

@Injectable()
export class ProfileService {
  private readonly painting = new Limiter(PAINTED_AT_ONCE, MAX_WAITING);

  constructor(
    private readonly users: UsersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly store: ObjectStore,
    private readonly limits: RateLimits,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** @throws AUTH.LOGIN_REQUIRED when the user is gone. */
  async get(userId: string): Promise<ProfileResponse> {
    const user = await this.users.findById(userId);
    if (!user) throw new AppError('AUTH.LOGIN_REQUIRED');
    return profileOf(user);
  }

  /** @throws AUTH.LOGIN_REQUIRED when the user is gone. */
  async update(userId: string, form: ProfileRequest): Promise<ProfileUpdatedResponse> {
    const { first_name: firstName, last_name: lastName, language } = form;
    const user = await this.change(userId, { firstName, lastName, language });
    return { status: 'success', ...profileOf(user) };
  }

  /**
   * Counts an upload before its bytes are read.
   * @throws AUTH.TOO_MANY_REQUESTS
   */
  admitAvatar(userId: string): Promise<void> {
    return this.limits.consume(AVATARS, userId);
  }

  /**
   * Makes a picture of an uploaded file the user's; the one before is removed.
   * @throws a field error of `avatar`; AUTH.LOGIN_REQUIRED when the user is gone; COMMON.UNAVAILABLE when too many are at it.
   */
  async setAvatar(userId: string, file: Buffer): Promise<AvatarResponse> {
    const before = await this.users.findById(userId);
    if (!before) throw new AppError('AUTH.LOGIN_REQUIRED');
    const picture = await this.painted(file);
    const key = avatarKeyOf(randomUUID());
    await this.store.putBytes(key, picture, AVATAR_TYPE);
    try {
      await this.change(userId, { avatarKey: key });
    } catch (error) {
      await this.remove(key);
      throw error;
    }
    if (before.avatarKey !== null) await this.remove(before.avatarKey);
    return { status: 'success', avatar: avatarAddress(key) ?? '' };
  }

  /** The bytes of a picture. @throws COMMON.NOT_FOUND */
  async avatar(id: string): Promise<{ stream: Readable; size: number }> {
    const key = avatarKeyOf(id);
    const found = await this.store.find(key);
    if (!found) throw new AppError('COMMON.NOT_FOUND');
    return { stream: await this.store.getStream(key), size: found.size };
  }

  private async painted(file: Buffer): Promise<Buffer> {
    try {
      return await this.painting.run(() => avatarFrom(file));
    } catch (error) {
      if (error instanceof LimiterFullError) throw new AppError('COMMON.UNAVAILABLE', { cause: error });
      throw error;
    }
  }

  private async change(userId: string, changes: UserChanges): Promise<User> {
    const user = await this.unitOfWork.run((tx) => this.users.change(userId, changes, tx));
    if (!user) throw new AppError('AUTH.LOGIN_REQUIRED');
    return user;
  }

  /** A picture nobody refers to any more does no harm if it stays. */
  private async remove(key: string): Promise<void> {
    await this.store
      .remove(key)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, key }, 'an old picture could not be removed'),
      );
  }
}

const profileOf = (user: User): ProfileResponse => ({
  first_name: user.firstName,
  last_name: user.lastName,
  language: user.language,
  referral_code: user.referralCode,
});
