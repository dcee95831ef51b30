import type { CheckSessionsResponse, UserStatusResponse } from '@hamkhan/contracts/http/auth';
import { MAX_ACTIVE_SESSIONS } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { UsersRepository } from '../users/users.repository.js';
import { fullNameOf } from '../users/users.service.js';
import { deviceOf } from './device.domain.js';
import { hashOfToken, newToken } from './session-token.domain.js';
import { SessionsRepository, type Session } from './sessions.repository.js';

const DAY_MS = 86_400_000;
/** Activity is written at most this often. */
const TOUCH_MS = 60_000;

/** Where a login comes from. */
export type Caller = { ip: string; userAgent: string | undefined };

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** Begins a session and answers its token; never refused because of the limit (C06). */
  async open(userId: string, caller: Caller): Promise<string> {
    const token = newToken();
    const now = new Date();
    await this.sessions.insert({
      userId,
      tokenHash: hashOfToken(token),
      device: deviceOf(caller.userAgent),
      ip: caller.ip,
      createdAt: now,
      lastActivityAt: now,
      expiresAt: this.endAfter(now),
    });
    return token;
  }

  /** Who a token stands for, or null where it is unknown or over. Counts as activity of the session. */
  async resolve(token: string): Promise<Identity | null> {
    const now = new Date();
    const session = await this.sessions.findLive(hashOfToken(token), now);
    if (!session) return null;
    const user = await this.users.findById(session.userId);
    if (!user) return null;
    const allowed = await this.sessions.oldestLive(user.id, MAX_ACTIVE_SESSIONS, now);
    await this.touch(session, now);
    return {
      userId: user.id,
      sessionId: session.id,
      username: user.username,
      isStaff: user.isStaff || user.isSuperuser,
      isSuperuser: user.isSuperuser,
      isCreator: user.isCreator,
      hasActiveSubscription: false,
      overSessionLimit: !allowed.includes(session.id),
      language: user.language,
      impersonatedBy: null,
    };
  }

  /** The live sessions of the caller, oldest first. */
  async list(identity: Identity): Promise<CheckSessionsResponse> {
    const sessions = await this.sessions.listLive(identity.userId, new Date());
    return {
      data: {
        sessions: sessions.map(({ id, device, ip, createdAt, lastActivityAt }) => ({
          session_key: id,
          device,
          ip,
          created_date: createdAt.toISOString(),
          last_activity: lastActivityAt.toISOString(),
          is_current: id === identity.sessionId,
        })),
        active_sessions_count: sessions.length,
        max_sessions: MAX_ACTIVE_SESSIONS,
      },
    };
  }

  /** Ends a session everywhere; whether it was there and the user's own. */
  end(sessionId: string, userId: string): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.sessions.remove(sessionId, userId, tx))) return false;
      const aggregateVersion = await this.users.nextSessionsVersion(userId, tx);
      if (aggregateVersion === null) return true;
      await this.outbox.add(
        'auth.sessions.ended',
        { aggregateId: userId, aggregateVersion, data: { userId, sessionIds: [sessionId] } },
        tx,
      );
      return true;
    });
  }

  /** The signed-in user as the interface shows them. @throws AUTH.LOGIN_REQUIRED when the user is gone. */
  async status(identity: Identity): Promise<UserStatusResponse> {
    const user = await this.users.findById(identity.userId);
    if (!user) throw new AppError('AUTH.LOGIN_REQUIRED');
    return {
      id: user.id,
      username: user.username,
      mobile: user.mobile ?? '',
      first_name: user.firstName,
      last_name: user.lastName,
      full_name: fullNameOf(user),
      avatar: null,
      language: user.language,
      referral_code: user.referralCode,
      balance: 0,
      is_creator: user.isCreator,
      is_staff: user.isStaff || user.isSuperuser,
      subscription: null,
      has_active_subscription: identity.hasActiveSubscription,
      user_is_loggedin: true,
      loggedinas: identity.impersonatedBy,
      active_sessions_count: await this.sessions.countLive(user.id, new Date()),
    };
  }

  private async touch(session: Session, now: Date): Promise<void> {
    if (now.getTime() - session.lastActivityAt.getTime() < TOUCH_MS) return;
    await this.sessions.touch(session.id, now, this.endAfter(now));
  }

  private endAfter(now: Date): Date {
    return new Date(now.getTime() + this.config.SESSION_IDLE_DAYS * DAY_MS);
  }
}
