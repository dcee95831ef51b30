import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { SecurityLog } from '../security-log/security-log.service.js';
import { AuditRepository, type AuditEntry } from './audit.repository.js';

/** Records who acted as whom, in the audit log of impersonation and in the security log (C36). */
@Injectable()
export class ImpersonationAudit {
  constructor(
    private readonly entries: AuditRepository,
    private readonly log: SecurityLog,
  ) {}

  async note(entry: Omit<AuditEntry, 'at'>, tx?: Tx): Promise<void> {
    const { action, actorId, subjectId: userId, sessionId, ip } = entry;
    await this.entries.add(entry, tx);
    await this.log.add({ action, actorId, userId, sessionId, ip }, tx);
  }

  /** Records a refused attempt of someone who is no superuser: not in the audit log, which they could fill. */
  async noteStranger({
    actorId,
    subjectId,
    sessionId,
    ip,
  }: Omit<AuditEntry, 'at' | 'action'>): Promise<void> {
    await this.log.record({ action: 'loginas.refused', actorId, userId: subjectId, sessionId, ip });
  }

  /** The latest entries, newest first. */
  newest(): Promise<AuditEntry[]> {
    return this.entries.newest();
  }
}
