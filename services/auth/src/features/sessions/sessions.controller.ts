import type {
  CheckSessionsResponse,
  LogoutResponse,
  ResolveSessionResponse,
  TerminateSessionResponse,
  UserStatusResponse,
} from '@hamkhan/contracts/http/auth';
import { ResolveSessionRequest, TerminateSessionRequest } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { z } from 'zod';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get('api/user/status/')
  @Access('user', { overSessionLimit: true })
  status(@CurrentUser() user: Identity): Promise<UserStatusResponse> {
    return this.sessions.status(user);
  }

  @Post('api/user/logout/')
  @HttpCode(200)
  @Access('user', { overSessionLimit: true })
  async logout(@CurrentUser() user: Identity): Promise<z.infer<typeof LogoutResponse>> {
    await this.sessions.end(user.sessionId, user.impersonatedBy ?? user.userId);
    return { status: 'success' };
  }

  @Get('api/user/check-sessions/')
  @Access('user', { overSessionLimit: true })
  list(@CurrentUser() user: Identity): Promise<CheckSessionsResponse> {
    return this.sessions.list(user);
  }

  @Post('api/user/terminate-session/')
  @HttpCode(200)
  @Access('user', { overSessionLimit: true, inPerson: true })
  async terminate(
    @Body(new ZodPipe(TerminateSessionRequest)) { session_key }: TerminateSessionRequest,
    @CurrentUser() user: Identity,
  ): Promise<TerminateSessionResponse> {
    return { success: await this.sessions.end(session_key, user.userId), data: null };
  }

  /** For the gateway alone; no route of it leads here. */
  @Post('internal/sessions/resolve')
  @HttpCode(200)
  @Access('internal')
  async resolve(
    @Body(new ZodPipe(ResolveSessionRequest)) { token }: z.infer<typeof ResolveSessionRequest>,
  ): Promise<ResolveSessionResponse> {
    return { identity: await this.sessions.resolve(token) };
  }
}
