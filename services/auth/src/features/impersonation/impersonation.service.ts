import type { LoginAsAuditResponse } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { ImpersonationAudit } from '../impersonation-audit/impersonation-audit.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService } from '../users/users.service.js';

/**
 * Lets a superuser act as a reader (C36). It uses the superuser's own session, so it does not count among the reader's sessions
 * and stops working when the superuser loses the role.
 */
@Injectable()
export class ImpersonationService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly audit: ImpersonationAudit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Starts impersonation and returns the new token of the session.
   * @throws COMMON.FORBIDDEN when the caller is no superuser or the subject is one; COMMON.NOT_FOUND; AUTH.LOGIN_REQUIRED.
   */
  async start(identity: Identity, subjectId: string, ip: string): Promise<string> {
    const { userId: actorId, sessionId } = identity;
    const entry = { actorId, subjectId, sessionId, ip };
    const subject = await this.users.findById(subjectId);
    const isAllowed = identity.isSuperuser && identity.impersonatedBy === null && !subject?.isSuperuser;
    if (!isAllowed) {
      if (identity.isSuperuser) await this.audit.note({ ...entry, action: 'loginas.refused' });
      else await this.audit.noteStranger(entry);
      throw new AppError('COMMON.FORBIDDEN');
    }
    if (!subject) throw new AppError('COMMON.NOT_FOUND');
    return this.unitOfWork.run(async (tx) => {
      const token = await this.sessions.actAs(sessionId, actorId, subjectId, tx);
      if (token === null) throw new AppError('AUTH.LOGIN_REQUIRED');
      await this.audit.note({ ...entry, action: 'loginas.started' }, tx);
      return token;
    });
  }

  /** Stops impersonation; the token belongs to the superuser again. @throws AUTH.NOT_IMPERSONATING */
  async stop({ userId: subjectId, impersonatedBy: actorId, sessionId }: Identity, ip: string): Promise<void> {
    if (actorId === null) throw new AppError('AUTH.NOT_IMPERSONATING');
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.sessions.stopActing(sessionId, actorId, subjectId, tx))) return;
      await this.audit.note({ action: 'loginas.ended', actorId, subjectId, sessionId, ip }, tx);
    });
  }

  /** The audit log, newest first. @throws COMMON.FORBIDDEN when the caller is no superuser. */
  async auditLog(identity: Identity): Promise<LoginAsAuditResponse> {
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
