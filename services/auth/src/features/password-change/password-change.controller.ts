import type { CodeSentResponse, PasswordChangedResponse } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  forgetPasswordRoute,
  resetPasswordRoute,
  changePasswordRoute,
} from '@hamkhan/contracts/routes/password';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { browserIdOf } from '../captcha/browser-cookie.js';
import { callerOf } from '../sessions/caller.js';
import { PasswordChangeService } from './password-change.service.js';

@Controller()
export class PasswordChangeController {
  constructor(private readonly passwords: PasswordChangeService) {}

  @Endpoint(forgetPasswordRoute)
  async forget(
    @Input() { body: { username } }: Input<typeof forgetPasswordRoute>,
    @Req() request: FastifyRequest,
  ): Promise<CodeSentResponse> {
    const requestId = await this.passwords.requestCode(username, browserIdOf(request), callerOf(request));
    return { status: 'success', request_id: requestId };
  }

  @Endpoint(resetPasswordRoute)
  async reset(
    @Input() { body: form }: Input<typeof resetPasswordRoute>,
    @Req() request: FastifyRequest,
  ): Promise<PasswordChangedResponse> {
    await this.passwords.reset(form, callerOf(request));
    return { success: true };
  }

  @Endpoint(changePasswordRoute)
  async change(
    @Input() { body: form }: Input<typeof changePasswordRoute>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<PasswordChangedResponse> {
    await this.passwords.change(user, form, callerOf(request));
    return { success: true };
  }
}
