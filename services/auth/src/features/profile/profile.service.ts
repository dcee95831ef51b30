import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type {
  AvatarResponse,
  ProfileRequest,
  ProfileResponse,
  ProfileUpdatedResponse,
} from '@hamkhan/contracts/http/auth';
import { AVATAR_UPLOADS } from '@hamkhan/contracts/rate-limits';
import { AppError } from '@hamkhan/platform/app-error';
import { ConcurrencyLimit } from '@hamkhan/platform/limits/concurrency-limit';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { PictureDecoder } from '@hamkhan/sandbox/pictures/picture-decoder';
import { Injectable } from '@nestjs/common';
import { avatarAddress, avatarKeyOf } from '../users/avatar-address.domain.js';
import type { User, UserChanges } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';
import { AVATAR_TYPE, createAvatar } from './avatar-image.js';

/** Images encoded in parallel: each can take 160 MB while it is decoded. */
const ENCODING_CONCURRENCY = 1;
const MAX_PENDING = 20;

@Injectable()
export class ProfileService {
  private readonly encoding = new ConcurrencyLimit(ENCODING_CONCURRENCY, MAX_PENDING);

  constructor(
    private readonly users: UsersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly store: ObjectStore,
    private readonly limits: RateLimits,
    private readonly decoder: PictureDecoder,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** @throws AUTH.LOGIN_REQUIRED when the user no longer exists. */
  async get(userId: string): Promise<ProfileResponse> {
    const user = await this.users.findById(userId);
    if (!user) throw new AppError('AUTH.LOGIN_REQUIRED');
    return profileOf(user);
  }

  /** @throws AUTH.LOGIN_REQUIRED when the user no longer exists. */
  async update(userId: string, form: ProfileRequest): Promise<ProfileUpdatedResponse> {
    const { first_name: firstName, last_name: lastName, language } = form;
    const user = await this.change(userId, { firstName, lastName, language });
    return { status: 'success', ...profileOf(user) };
  }

  /**
   * Counts an upload before its bytes are read.
   * @throws AUTH.TOO_MANY_REQUESTS
   */
  countAvatarUpload(userId: string): Promise<void> {
    return this.limits.consume(AVATAR_UPLOADS, userId);
  }

  /**
   * Replaces the avatar of a user with an uploaded image.
   * @throws a field error of `avatar`; AUTH.LOGIN_REQUIRED when the user no longer exists; COMMON.UNAVAILABLE under load.
   */
  async setAvatar(userId: string, file: Buffer): Promise<AvatarResponse> {
    const before = await this.users.findById(userId);
    if (!before) throw new AppError('AUTH.LOGIN_REQUIRED');
    const picture = await this.encoding.run(() => createAvatar(file, this.decoder));
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

  /** Reads an avatar. @throws COMMON.NOT_FOUND */
  async avatar(id: string): Promise<{ stream: Readable; size: number }> {
    const key = avatarKeyOf(id);
    const found = await this.store.find(key);
    if (!found) throw new AppError('COMMON.NOT_FOUND');
    return { stream: await this.store.getStream(key), size: found.size };
  }

  private async change(userId: string, changes: UserChanges): Promise<User> {
    const user = await this.unitOfWork.run((tx) => this.users.change(userId, changes, tx));
    if (!user) throw new AppError('AUTH.LOGIN_REQUIRED');
    return user;
  }

  /** Failures are only logged: an unreferenced image does no harm. */
  private async remove(key: string): Promise<void> {
    await this.store
      .remove(key)
      .catch((error: unknown) => this.logger.warn({ err: error, key }, 'could not remove an old avatar'));
  }
}

const profileOf = (user: User): ProfileResponse => ({
  first_name: user.firstName,
  last_name: user.lastName,
  language: user.language,
  referral_code: user.referralCode,
});
