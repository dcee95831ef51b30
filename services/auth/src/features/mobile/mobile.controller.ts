import type {
  CodeSentResponse,
  MobileConfirmResponse,
  UserStatusResponse,
} from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  requestActivationCodeRoute,
  requestMobileCodeRoute,
  confirmMobileRoute,
  updateMobileRoute,
} from '@hamkhan/contracts/routes/mobile';
import { AppError } from '@hamkhan/platform/app-error';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { browserIdOf } from '../captcha/browser-cookie.js';
import { callerOf } from '../sessions/caller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { MobileService } from './mobile.service.js';

@Controller()
export class MobileController {
  constructor(
    private readonly mobiles: MobileService,
    private readonly sessions: SessionsService,
  ) {}

  /** Sends a code to the mobile number of the account; `mobile` is the only request type (G22). */
  @Endpoint(requestActivationCodeRoute)
  async activation(
    @Input() { params: { requestType } }: Input<typeof requestActivationCodeRoute>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<CodeSentResponse> {
    if (requestType !== 'mobile') throw new AppError('COMMON.NOT_FOUND');
    return codeSent(await this.mobiles.requestOwnCode(user.userId, browserIdOf(request), callerOf(request)));
  }

  @Endpoint(requestMobileCodeRoute)
  async request(
    @Input() { body: form }: Input<typeof requestMobileCodeRoute>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<CodeSentResponse> {
    return codeSent(await this.mobiles.requestCode(user, form, browserIdOf(request), callerOf(request)));
  }

  @Endpoint(confirmMobileRoute)
  async confirm(
    @Input() { body: form }: Input<typeof confirmMobileRoute>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<MobileConfirmResponse> {
    await this.mobiles.check(user, form, callerOf(request));
    return { success: true };
  }

  @Endpoint(updateMobileRoute)
  async update(
    @Input() { body: form }: Input<typeof updateMobileRoute>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<UserStatusResponse> {
    await this.mobiles.update(user, form, callerOf(request));
    return this.sessions.status(user);
  }
}

const codeSent = (requestId: string): CodeSentResponse => ({ status: 'success', request_id: requestId });
