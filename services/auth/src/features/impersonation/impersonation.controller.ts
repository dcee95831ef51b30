import type {
  LoginAsAuditResponse,
  LoginAsLogoutResponse,
  LoginAsResponse,
} from '@hamkhan/contracts/http/auth';
import { LoginAsRequest } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callerOf } from '../sessions/caller.js';
import { ImpersonationService } from './impersonation.service.js';

@Controller('api/user/loginas')
export class ImpersonationController {
  constructor(private readonly impersonations: ImpersonationService) {}

  @Post()
  @HttpCode(200)
  @Access('user', { inPerson: true })
  async begin(
    @Body(new ZodPipe(LoginAsRequest)) { user_id }: z.infer<typeof LoginAsRequest>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<LoginAsResponse> {
    return { token: await this.impersonations.begin(user, user_id, callerOf(request).ip) };
  }

  @Post('logout/')
  @HttpCode(200)
  @Access('user', { overSessionLimit: true })
  async end(
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<z.infer<typeof LoginAsLogoutResponse>> {
    await this.impersonations.end(user, callerOf(request).ip);
    return { status: 'success' };
  }

  @Get('audit/')
  @Access('user', { inPerson: true })
  trail(@CurrentUser() user: Identity): Promise<LoginAsAuditResponse> {
    return this.impersonations.trail(user);
  }
}
