import type { AvatarResponse, ProfileResponse, ProfileUpdatedResponse } from '@hamkhan/contracts/http/auth';
import { MAX_AVATAR_BYTES } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  profileRoute,
  updateProfileRoute,
  uploadAvatarRoute,
  avatarRoute,
} from '@hamkhan/contracts/routes/profile';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { readSmallFile, type SmallFileRules } from '@hamkhan/platform/multipart/file-form';
import { Controller, Header, Req, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AVATAR_TYPE } from './avatar-image.js';
import { ProfileService } from './profile.service.js';

const AVATAR_FORM: SmallFileRules = {
  fileField: 'avatar',
  maxBytes: MAX_AVATAR_BYTES,
  missingFile: () => fieldError('avatar', 'REQUIRED'),
  tooLarge: () =>
    fieldError('avatar', 'AVATAR_TOO_LARGE', { params: { max: MAX_AVATAR_BYTES / (1024 * 1024) } }),
};

@Controller()
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Endpoint(profileRoute)
  get(@CurrentUser() user: Identity): Promise<ProfileResponse> {
    return this.profiles.get(user.userId);
  }

  @Endpoint(updateProfileRoute)
  update(
    @Input() { body: form }: Input<typeof updateProfileRoute>,
    @CurrentUser() user: Identity,
  ): Promise<ProfileUpdatedResponse> {
    return this.profiles.update(user.userId, form);
  }

  @Endpoint(uploadAvatarRoute)
  async uploadAvatar(@Req() request: FastifyRequest, @CurrentUser() user: Identity): Promise<AvatarResponse> {
    await this.profiles.countAvatarUpload(user.userId);
    return this.profiles.setAvatar(user.userId, await readSmallFile(request, AVATAR_FORM));
  }

  /** Public: the random id in the path is the secret. A new image gets a new id. */
  @Endpoint(avatarRoute)
  @Header('cache-control', 'private, max-age=3600')
  async avatar(@Input() { params: { id } }: Input<typeof avatarRoute>): Promise<StreamableFile> {
    const { stream, size } = await this.profiles.avatar(id);
    return new StreamableFile(stream, { type: AVATAR_TYPE, length: size });
  }
}
