import type { CodeSentResponse, PasswordChangedResponse } from '@hamkhan/contracts/http/auth';
import {
  ChangePasswordRequest,
  ForgetPasswordRequest,
  ResetPasswordRequest,
} from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { browserOf } from '../captcha/browser-cookie.js';
import { callerOf } from '../sessions/caller.js';
import { PasswordService } from './password.service.js';

@Controller('api/user')
export class PasswordController {
  constructor(private readonly passwords: PasswordService) {}

  @Post('password/forget/')
  @HttpCode(200)
  @Access('guest')
  async forget(
    @Body(new ZodPipe(ForgetPasswordRequest)) { username }: z.infer<typeof ForgetPasswordRequest>,
    @Req() request: FastifyRequest,
  ): Promise<CodeSentResponse> {
    const requestId = await this.passwords.requestCode(username, browserOf(request), callerOf(request));
    return { status: 'success', request_id: requestId };
  }

  @Post('password/forget/reset/')
  @HttpCode(200)
  @Access('guest')
  async reset(
    @Body(new ZodPipe(ResetPasswordRequest)) form: ResetPasswordRequest,
  ): Promise<PasswordChangedResponse> {
    await this.passwords.reset(form);
    return { success: true };
  }

  @Post('change-password/')
  @HttpCode(200)
  @Access('user', { inPerson: true })
  async change(
    @Body(new ZodPipe(ChangePasswordRequest)) form: ChangePasswordRequest,
    @CurrentUser() user: Identity,
  ): Promise<PasswordChangedResponse> {
    await this.passwords.change(user, form);
    return { success: true };
  }
}
