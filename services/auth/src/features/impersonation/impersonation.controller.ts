import type {
  LoginAsAuditResponse,
  LoginAsLogoutResponse,
  LoginAsResponse,
} from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { loginAsRoute, endLoginAsRoute, loginAsAuditRoute } from '@hamkhan/contracts/routes/impersonation';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callerOf } from '../sessions/caller.js';
import { ImpersonationService } from './impersonation.service.js';

@Controller()
export class ImpersonationController {
  constructor(private readonly impersonations: ImpersonationService) {}

  @Endpoint(loginAsRoute)
  async start(
    @Input() { body: { user_id } }: Input<typeof loginAsRoute>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<LoginAsResponse> {
    return { token: await this.impersonations.start(user, user_id, callerOf(request).ip) };
  }

  @Endpoint(endLoginAsRoute)
  async stop(
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<z.infer<typeof LoginAsLogoutResponse>> {
    await this.impersonations.stop(user, callerOf(request).ip);
    return { status: 'success' };
  }

  @Endpoint(loginAsAuditRoute)
  auditLog(@CurrentUser() user: Identity): Promise<LoginAsAuditResponse> {
    return this.impersonations.auditLog(user);
  }
}
