import type { AvatarResponse, ProfileResponse, ProfileUpdatedResponse } from '@hamkhan/contracts/http/auth';
import { MAX_AVATAR_BYTES, ProfileRequest } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { readSmallFile, type SmallFileRules } from '@hamkhan/platform/multipart/file-form';
import { Body, Controller, Get, Header, HttpCode, Param, Post, Req, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AVATAR_TYPE } from './avatar-image.js';
import { ProfileService } from './profile.service.js';

const AVATAR_FORM: SmallFileRules = {
  fileField: 'avatar',
  maxBytes: MAX_AVATAR_BYTES,
  missingFile: () => fieldError('avatar', 'REQUIRED'),
  tooLarge: () =>
    fieldError('avatar', 'AVATAR_TOO_LARGE', { params: { max: MAX_AVATAR_BYTES / (1024 * 1024) } }),
};
const AvatarPath = z.object({ id: z.uuid() });

@Controller('api/user')
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Get('profile/')
  @Access('user', { overSessionLimit: true })
  get(@CurrentUser() user: Identity): Promise<ProfileResponse> {
    return this.profiles.get(user.userId);
  }

  @Post('profile/')
  @HttpCode(200)
  @Access('user', { overSessionLimit: true })
  update(
    @Body(new ZodPipe(ProfileRequest)) form: ProfileRequest,
    @CurrentUser() user: Identity,
  ): Promise<ProfileUpdatedResponse> {
    return this.profiles.update(user.userId, form);
  }

  @Post('upload-avatar/')
  @HttpCode(200)
  @Access('user', { overSessionLimit: true })
  @RouteConfig({ streamBody: true })
  async uploadAvatar(@Req() request: FastifyRequest, @CurrentUser() user: Identity): Promise<AvatarResponse> {
    await this.profiles.admitAvatar(user.userId);
    return this.profiles.setAvatar(user.userId, await readSmallFile(request, AVATAR_FORM));
  }

  /** Open to who knows the random name; a new picture has a new one. */
  @Get('avatar/:id/')
  @Access('guest')
  @Header('cache-control', 'private, max-age=31536000, immutable')
  async avatar(@Param(new ZodPipe(AvatarPath)) { id }: z.infer<typeof AvatarPath>): Promise<StreamableFile> {
    const { stream, size } = await this.profiles.avatar(id);
    return new StreamableFile(stream, { type: AVATAR_TYPE, length: size });
  }
}
