import type { AvatarResponse, ProfileResponse, ProfileUpdatedResponse } from '@hamkhan/contracts/http/auth';
import { ProfileRequest } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, Get, Header, HttpCode, Param, Post, Req, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readAvatarForm } from './avatar-form.js';
import { AVATAR_TYPE } from './avatar-image.js';
import { ProfileService } from './profile.service.js';

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
    return this.profiles.setAvatar(user.userId, await readAvatarForm(request));
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
