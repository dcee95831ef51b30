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
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Endpoint(userStatusRoute)
  status(@CurrentUser() user: Identity): Promise<UserStatusResponse> {
    return this.sessions.status(user);
  }

  @Endpoint(logoutRoute)
  async logout(@CurrentUser() user: Identity): Promise<z.infer<typeof LogoutResponse>> {
    await this.sessions.end(user.sessionId, user.impersonatedBy ?? user.userId);
    return { status: 'success' };
  }

  @Endpoint(listSessionsRoute)
  list(@CurrentUser() user: Identity): Promise<CheckSessionsResponse> {
    return this.sessions.list(user);
  }

  @Endpoint(terminateSessionRoute)
  async terminate(
    @Input() { body: { session_key } }: Input<typeof terminateSessionRoute>,
    @CurrentUser() user: Identity,
  ): Promise<TerminateSessionResponse> {
    return { success: await this.sessions.end(session_key, user.userId), data: null };
  }

  /** Called by the gateway only; it does not expose this route. */
  @Endpoint(resolveSessionRoute)
  async resolve(
    @Input() { body: { token } }: Input<typeof resolveSessionRoute>,
  ): Promise<ResolveSessionResponse> {
    return { identity: await this.sessions.resolve(token) };
  }
}
