import type { SuccessResponse } from '@hamkhan/contracts/http/common';
import type {
  ConfirmSecondFactorResponse,
  EnrolSecondFactorResponse,
  SecondFactorResponse,
} from '@hamkhan/contracts/http/second-factor';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  confirmSecondFactorRoute,
  disableSecondFactorRoute,
  enrolSecondFactorRoute,
  secondFactorRoute,
} from '@hamkhan/contracts/routes/second-factor';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../sessions/caller.js';
import { SecondFactorService } from './second-factor.service.js';

@Controller()
export class SecondFactorController {
  constructor(private readonly factors: SecondFactorService) {}

  @Endpoint(secondFactorRoute)
  state(@CurrentUser() user: Identity): Promise<SecondFactorResponse> {
    return this.factors.state(user.userId);
  }

  @Endpoint(enrolSecondFactorRoute)
  enrol(
    @Input() { body: { password } }: Input<typeof enrolSecondFactorRoute>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<EnrolSecondFactorResponse> {
    return this.factors.enrol(user, password, callerOf(request));
  }

  @Endpoint(confirmSecondFactorRoute)
  confirm(
    @Input() { body: { code } }: Input<typeof confirmSecondFactorRoute>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<ConfirmSecondFactorResponse> {
    return this.factors.confirm(user, code, callerOf(request));
  }

  @Endpoint(disableSecondFactorRoute)
  async disable(
    @Input() { body: form }: Input<typeof disableSecondFactorRoute>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<SuccessResponse> {
    await this.factors.disable(user, form, callerOf(request));
    return { status: 'success' };
  }
}
