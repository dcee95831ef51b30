import type { CheckUsernameResponse, LoginResponse } from '@hamkhan/contracts/http/auth';
import { checkUsernameRoute, loginRoute } from '@hamkhan/contracts/routes/sign-in';
import { secondFactorLoginRoute } from '@hamkhan/contracts/routes/second-factor';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { browserIdOf } from '../captcha/browser-cookie.js';
import { callerOf } from '../sessions/caller.js';
import { LoginService } from './login.service.js';

@Controller()
export class LoginController {
  constructor(private readonly logins: LoginService) {}

  @Endpoint(checkUsernameRoute)
  async checkUsername(
    @Input() { body: { username } }: Input<typeof checkUsernameRoute>,
    @Req() request: FastifyRequest,
  ): Promise<z.infer<typeof CheckUsernameResponse>> {
    return { valid: await this.logins.checkUsername(username, browserIdOf(request), callerOf(request)) };
  }

  @Endpoint(loginRoute)
  login(
    @Input() { body: login }: Input<typeof loginRoute>,
    @Req() request: FastifyRequest,
  ): Promise<LoginResponse> {
    return this.logins.login(login, browserIdOf(request), callerOf(request));
  }

  @Endpoint(secondFactorLoginRoute)
  loginWithCode(
    @Input() { body: login }: Input<typeof secondFactorLoginRoute>,
    @Req() request: FastifyRequest,
  ): Promise<LoginResponse> {
    return this.logins.login(login, browserIdOf(request), callerOf(request));
  }
}
