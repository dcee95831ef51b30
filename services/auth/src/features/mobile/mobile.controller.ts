import type {
  CodeSentResponse,
  MobileConfirmResponse,
  UserStatusResponse,
} from '@hamkhan/contracts/http/auth';
import { MobileConfirmRequest, MobileUpdateRequest, MobileVerifyRequest } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../sessions/caller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { MobileService } from './mobile.service.js';

const OWN = { inPerson: true };

@Controller('api/user')
export class MobileController {
  constructor(
    private readonly mobiles: MobileService,
    private readonly sessions: SessionsService,
  ) {}

  /** The one type there is, `mobile`, sends a code to the own mobile (G22). */
  @Post('activation/:requestType/')
  @HttpCode(200)
  @Access('user', OWN)
  async activation(
    @Param('requestType') requestType: string,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<CodeSentResponse> {
    if (requestType !== 'mobile') throw new AppError('COMMON.NOT_FOUND');
    return sent(await this.mobiles.requestOwnCode(user.userId, callerOf(request)));
  }

  @Post('mobile/verify/request/')
  @HttpCode(200)
  @Access('user', OWN)
  async request(
    @Body(new ZodPipe(MobileVerifyRequest)) form: MobileVerifyRequest,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<CodeSentResponse> {
    return sent(await this.mobiles.requestCode(user, form, callerOf(request)));
  }

  @Post('mobile/verify/confirm/')
  @HttpCode(200)
  @Access('user', OWN)
  async confirm(
    @Body(new ZodPipe(MobileConfirmRequest)) form: MobileConfirmRequest,
  ): Promise<MobileConfirmResponse> {
    await this.mobiles.check(form);
    return { success: true };
  }

  @Post('mobile/update/')
  @HttpCode(200)
  @Access('user', OWN)
  async update(
    @Body(new ZodPipe(MobileUpdateRequest)) form: MobileUpdateRequest,
    @CurrentUser() user: Identity,
  ): Promise<UserStatusResponse> {
    await this.mobiles.update(user, form);
    return this.sessions.status(user);
  }
}

const sent = (requestId: string): CodeSentResponse => ({ status: 'success', request_id: requestId });
