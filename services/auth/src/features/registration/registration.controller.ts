import type { CodeSentResponse, RegisterResponse } from '@hamkhan/contracts/http/auth';
import { requestRegistrationCodeRoute, registerRoute } from '@hamkhan/contracts/routes/registration';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { browserIdOf } from '../captcha/browser-cookie.js';
import { callerOf } from '../sessions/caller.js';
import { RegistrationService } from './registration.service.js';

@Controller()
export class RegistrationController {
  constructor(private readonly registrations: RegistrationService) {}

  @Endpoint(requestRegistrationCodeRoute)
  async verify(
    @Input() { body: { mobile } }: Input<typeof requestRegistrationCodeRoute>,
    @Req() request: FastifyRequest,
  ): Promise<CodeSentResponse> {
    const requestId = await this.registrations.requestCode(mobile, browserIdOf(request), callerOf(request));
    return { status: 'success', request_id: requestId };
  }

  @Endpoint(registerRoute)
  register(
    @Input() { body: form }: Input<typeof registerRoute>,
    @Req() request: FastifyRequest,
  ): Promise<RegisterResponse> {
    return this.registrations.register(form, callerOf(request));
  }
}
