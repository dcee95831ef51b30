import type {
  CheckSessionsResponse,
  LogoutResponse,
  ResolveSessionResponse,
  TerminateSessionResponse,
  UserStatusResponse,
} from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  userStatusRoute,
  listSessionsRoute,
  terminateSessionRoute,
  resolveSessionRoute,
} from '@hamkhan/contracts/routes/sessions';
import { logoutRoute } from '@hamkhan/contracts/routes/sign-in';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Header, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { SecurityLog } from '../security-log/security-log.service.js';
import { callerOf } from './caller.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly log: SecurityLog,
  ) {}

  @Endpoint(userStatusRoute)
  status(@CurrentUser() user: Identity): Promise<UserStatusResponse> {
    return this.sessions.status(user);
  }

  /** Browsers drop what they have cached: pages and pictures of private documents. */
  @Endpoint(logoutRoute)
  @Header('clear-site-data', '"cache"')
  async logout(
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<z.infer<typeof LogoutResponse>> {
    const { sessionId, userId, impersonatedBy: actorId } = user;
    const { ip } = callerOf(request);
    if (await this.sessions.end(sessionId, actorId ?? userId))
      await this.log.record({ action: 'logout', userId, actorId, sessionId, ip });
    return { status: 'success' };
  }

  @Endpoint(listSessionsRoute)
  list(@CurrentUser() user: Identity): Promise<CheckSessionsResponse> {
    return this.sessions.list(user);
  }

  @Endpoint(terminateSessionRoute)
  async terminate(
    @Input() { body: { session_key } }: Input<typeof terminateSessionRoute>,
    @CurrentUser() { userId, sessionId }: Identity,
    @Req() request: FastifyRequest,
  ): Promise<TerminateSessionResponse> {
    const success = await this.sessions.end(session_key, userId);
    const { ip } = callerOf(request);
    if (success)
      await this.log.record({
        action: 'session.ended',
        userId,
        sessionId,
        ip,
        details: { ended: session_key },
      });
    return { success, data: null };
  }

  /** Called by the gateway only; it does not expose this route. */
  @Endpoint(resolveSessionRoute)
  async resolve(
    @Input() { body: { token } }: Input<typeof resolveSessionRoute>,
  ): Promise<ResolveSessionResponse> {
    return { identity: await this.sessions.resolve(token) };
  }
}
