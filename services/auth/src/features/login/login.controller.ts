import type { CheckUsernameResponse, LoginResponse } from '@hamkhan/contracts/http/auth';
import { CheckUsernameRequest, LoginRequest } from '@hamkhan/contracts/http/auth';
import { Access } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { browserOf } from '../captcha/browser-cookie.js';
import { callerOf } from '../sessions/caller.js';
import { LoginService } from './login.service.js';

@Controller('api/user')
export class LoginController {
  constructor(private readonly logins: LoginService) {}

  @Post('check/username/')
  @HttpCode(200)
  @Access('guest')
  async checkUsername(
    @Body(new ZodPipe(CheckUsernameRequest)) { username }: CheckUsernameRequest,
    @Req() request: FastifyRequest,
  ): Promise<z.infer<typeof CheckUsernameResponse>> {
    return { valid: await this.logins.checkUsername(username, browserOf(request), callerOf(request)) };
  }

  @Post('login/')
  @HttpCode(200)
  @Access('guest')
  login(
    @Body(new ZodPipe(LoginRequest)) login: LoginRequest,
    @Req() request: FastifyRequest,
  ): Promise<LoginResponse> {
    return this.logins.login(login, callerOf(request));
  }
}
