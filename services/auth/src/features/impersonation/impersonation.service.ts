import type { LoginAsAuditResponse } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService } from '../users/users.service.js';
import { AuditRepository } from './audit.repository.js';

/**
 * A superuser acts as a reader (C36). Their own session does, so that it neither counts among the reader's nor is another one of
 * theirs, and ends as the reader when the superuser stops being one.
 */
@Injectable()
export class ImpersonationService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Begins; answers the new token of the session.
   * @throws COMMON.FORBIDDEN for anyone but a superuser, and for acting as one; COMMON.NOT_FOUND; AUTH.LOGIN_REQUIRED.
   */
  async begin(identity: Identity, subjectId: string, ip: string): Promise<string> {
    if (!identity.isSuperuser || identity.impersonatedBy !== null) throw new AppError('COMMON.FORBIDDEN');
    const subject = await this.users.findById(subjectId);
    if (!subject) throw new AppError('COMMON.NOT_FOUND');
    const { userId: actorId, sessionId } = identity;
    const entry = { actorId, subjectId, sessionId, ip };
    if (subject.isSuperuser) {
      await this.audit.add({ ...entry, action: 'loginas.refused' });
      throw new AppError('COMMON.FORBIDDEN');
    }
    return this.unitOfWork.run(async (tx) => {
      const token = await this.sessions.actAs(sessionId, actorId, subjectId, tx);
      if (token === null) throw new AppError('AUTH.LOGIN_REQUIRED');
      await this.audit.add({ ...entry, action: 'loginas.started' }, tx);
      return token;
    });
  }

  /** Ends; the token is the superuser's own again. @throws AUTH.NOT_IMPERSONATING */
  async end({ userId: subjectId, impersonatedBy: actorId, sessionId }: Identity, ip: string): Promise<void> {
    if (actorId === null) throw new AppError('AUTH.NOT_IMPERSONATING');
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.sessions.actAsOneself(sessionId, actorId, subjectId, tx))) return;
      await this.audit.add({ action: 'loginas.ended', actorId, subjectId, sessionId, ip }, tx);
    });
  }

  /** The trail, newest first. @throws COMMON.FORBIDDEN for anyone but a superuser. */
  async trail(identity: Identity): Promise<LoginAsAuditResponse> {
    if (!identity.isSuperuser) throw new AppError('COMMON.FORBIDDEN');
    const entries = await this.audit.newest();
    return {
      status: 'success',
      entries: entries.map(({ action, actorId, subjectId, ip, at }) => ({
        action,
        actor_id: actorId,
        user_id: subjectId,
        ip,
        created_date: at.toISOString(),
      })),
    };
  }
}
