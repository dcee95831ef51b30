import type { CodeSentResponse, RegisterResponse } from '@hamkhan/contracts/http/auth';
import { RegisterRequest, RegisterVerifyRequest } from '@hamkhan/contracts/http/auth';
import { Access } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callerOf } from '../sessions/caller.js';
import { RegistrationService } from './registration.service.js';

@Controller('api/user/register')
export class RegistrationController {
  constructor(private readonly registrations: RegistrationService) {}

  @Post('verify/')
  @HttpCode(200)
  @Access('guest')
  async verify(
    @Body(new ZodPipe(RegisterVerifyRequest)) { mobile }: z.infer<typeof RegisterVerifyRequest>,
    @Req() request: FastifyRequest,
  ): Promise<CodeSentResponse> {
    const requestId = await this.registrations.requestCode(mobile, callerOf(request));
    return { status: 'success', request_id: requestId };
  }

  @Post()
  @HttpCode(200)
  @Access('guest')
  register(
    @Body(new ZodPipe(RegisterRequest)) form: RegisterRequest,
    @Req() request: FastifyRequest,
  ): Promise<RegisterResponse> {
    return this.registrations.register(form, callerOf(request));
  }
}
