import type { CheckSessionsResponse, UserStatusResponse } from '@hamkhan/contracts/http/auth';
import { MAX_ACTIVE_SESSIONS } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { ImpersonationAudit } from '../impersonation-audit/impersonation-audit.service.js';
import { SecurityLog } from '../security-log/security-log.service.js';
import { avatarAddress } from '../users/avatar-address.domain.js';
import { isSecondFactorRequired } from '../users/second-factor-rule.domain.js';
import { UsersRepository, type User } from '../users/users.repository.js';
import { fullNameOf } from '../users/users.service.js';
import type { Caller } from './caller.js';
import { deviceOf } from './device.domain.js';
import { hashOfToken, newToken } from './session-token.domain.js';
import { SessionsRepository, type LiveAt, type Session } from './sessions.repository.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Minimum interval between writes of a session's last activity. */
const TOUCH_MS = 60_000;
const MAX_SESSIONS_PER_EVENT = 1_000;

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly audit: ImpersonationAudit,
    private readonly log: SecurityLog,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /**
   * Starts a session after a successful password check and returns its token. The session limit does not reject it (C06).
   * Cancels the deletion of the account.
   * @throws AUTH.INVALID_CREDENTIALS when the password changed in between, which ends all sessions of the old one.
   */
  open(user: Pick<User, 'id' | 'passwordHash'>, caller: Caller): Promise<string> {
    const token = newToken();
    return this.unitOfWork.run(async (tx) => {
      const signIn = await this.users.countSignIn(user.id, user.passwordHash, tx);
      if (signIn === null) throw new AppError('AUTH.INVALID_CREDENTIALS');
      if (signIn.wasToBeDeleted)
        await this.log.add({ action: 'account.deletion-canceled', userId: user.id, ip: caller.ip }, tx);
      const now = new Date();
      await this.sessions.insert(
        {
          userId: user.id,
          number: signIn.sessionNumber,
          tokenHash: hashOfToken(token),
          device: deviceOf(caller.userAgent),
          ip: caller.ip,
          createdAt: now,
          lastActivityAt: now,
          expiresAt: this.endAfter(now, now),
        },
        tx,
      );
      return token;
    });
  }

  /**
   * The identity of a token, or null when it is unknown or expired. Records activity of the session. For an impersonating
   * superuser it is the identity of the subject, with the superuser's session and id (C36).
   */
  async resolve(token: string): Promise<Identity | null> {
    const now = new Date();
    const session = await this.sessions.findLive(hashOfToken(token), this.liveAt(now));
    if (!session) return null;
    const owner = await this.users.findById(session.userId);
    if (!owner) return null;
    if (session.actingAs !== null && !owner.isSuperuser) return null;
    const user = session.actingAs === null ? owner : await this.users.findById(session.actingAs);
    if (!user) return null;
    const allowed = await this.sessions.oldestLive(owner.id, MAX_ACTIVE_SESSIONS, this.liveAt(now));
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
      ...(this.lacksSecondFactor(owner) ? { secondFactorMissing: true } : {}),
      language: user.language,
      impersonatedBy: session.actingAs === null ? null : owner.id,
    };
  }

  /** The live sessions of the caller, oldest first. */
  async list(identity: Identity): Promise<CheckSessionsResponse> {
    const sessions = await this.sessions.listLive(identity.userId, this.liveAt(new Date()));
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

  /** True when the caller's session started within the last `minutes`. */
  async isRecent({ sessionId, userId }: Identity, minutes: number): Promise<boolean> {
    const startedAt = await this.sessions.startedAt(sessionId, userId);
    return startedAt !== null && Date.now() - startedAt.getTime() < minutes * MINUTE_MS;
  }

  /** Ends a session. Returns false when the user has no such session. */
  end(sessionId: string, userId: string): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      const ended = await this.sessions.remove(sessionId, userId, tx);
      if (ended) await this.publishAllEnded([ended], tx);
      return ended !== null;
    });
  }

  /** Ends all sessions of a user, except `keptId`. */
  async endOthers(userId: string, keptId: string | null, tx: Tx): Promise<void> {
    await this.publishAllEnded(await this.sessions.removeOthers(userId, keptId, tx), tx);
  }

  /** Makes a superuser's session act as the subject and returns its new token, or null when the session does not exist. */
  async actAs(sessionId: string, ownerId: string, subjectId: string, tx: Tx): Promise<string | null> {
    const token = newToken();
    if (!(await this.sessions.actAs(sessionId, ownerId, subjectId, hashOfToken(token), tx))) return null;
    await this.publishEnded(ownerId, [sessionId], tx);
    return token;
  }

  /** Stops acting as the subject; the token stays the same. Returns false when the session was not acting. */
  async stopActing(sessionId: string, ownerId: string, subjectId: string, tx: Tx): Promise<boolean> {
    if (!(await this.sessions.stopActing(sessionId, ownerId, tx))) return false;
    await this.publishEnded(subjectId, [sessionId], tx);
    return true;
  }

  /** The status of the signed-in user. @throws AUTH.LOGIN_REQUIRED when the user no longer exists. */
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
      avatar: avatarAddress(user.avatarKey),
      language: user.language,
      referral_code: user.referralCode,
      balance: 0,
      is_creator: user.isCreator,
      is_staff: user.isStaff || user.isSuperuser,
      subscription: null,
      has_active_subscription: identity.hasActiveSubscription,
      user_is_loggedin: true,
      loggedinas: identity.impersonatedBy,
      active_sessions_count: await this.sessions.countLive(user.id, this.liveAt(new Date())),
      ...(identity.secondFactorMissing ? { second_factor_missing: true } : {}),
    };
  }

  private lacksSecondFactor(owner: User): boolean {
    return !owner.hasSecondFactor && isSecondFactorRequired(owner, this.config.DEPLOYMENT);
  }

  /** Publishes ended sessions. Gateways cache tokens by the user they identify: the owner, or the subject when acting. */
  private async publishAllEnded(ended: readonly Session[], tx: Tx): Promise<void> {
    const sessionIds = ended.map(({ id }) => id);
    const subjects = new Set(
      ended.flatMap(({ userId, actingAs }) => (actingAs === null ? [userId] : [userId, actingAs])),
    );
    for (const subjectId of subjects) await this.publishEnded(subjectId, sessionIds, tx);
    for (const { id: sessionId, userId: actorId, actingAs, ip } of ended) {
      if (actingAs === null) continue;
      await this.audit.note({ action: 'loginas.ended', actorId, subjectId: actingAs, sessionId, ip }, tx);
    }
  }

  private async publishEnded(userId: string, sessionIds: readonly string[], tx: Tx): Promise<void> {
    const aggregateVersion = await this.users.nextSessionsVersion(userId, tx);
    if (aggregateVersion === null) return;
    for (let from = 0; from < sessionIds.length; from += MAX_SESSIONS_PER_EVENT) {
      const batch = sessionIds.slice(from, from + MAX_SESSIONS_PER_EVENT);
      await this.outbox.add(
        'auth.sessions.ended',
        { aggregateId: userId, aggregateVersion, data: { userId, sessionIds: batch } },
        tx,
      );
    }
  }

  private async touch(session: Session, now: Date): Promise<void> {
    if (now.getTime() - session.lastActivityAt.getTime() < TOUCH_MS) return;
    await this.sessions.touch(session.id, now, this.endAfter(now, session.createdAt));
  }

  /** The end of a session that is used now: after the idle time, at the latest after its longest life. */
  private endAfter(now: Date, createdAt: Date): Date {
    const { SESSION_IDLE_DAYS, SESSION_MAX_DAYS } = this.config;
    const idleEnd = now.getTime() + SESSION_IDLE_DAYS * DAY_MS;
    return new Date(Math.min(idleEnd, createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS));
  }

  private liveAt(now: Date): LiveAt {
    return { now, startedAfter: new Date(now.getTime() - this.config.SESSION_MAX_DAYS * DAY_MS) };
  }
}
