import type { DocumentStatus } from '@hamkhan/contracts/statuses';
import { AppError } from '@hamkhan/platform/app-error';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import {
  canBlockDuplicates,
  canChangeStatus,
  statusFromFacts,
  statusPath,
} from './document-status.domain.js';
import { DocumentRepository } from './document.repository.js';
import type { DocumentRow } from './document.schema.js';
import { reasonOf } from './status-note.domain.js';

export type StatusChange = {
  to: DocumentStatus;
  /** Reason code, where there is one. */
  reason?: string | null;
  /** User id or `system`. */
  actor: string;
  /** The administrator who acts as the actor (C36). */
  impersonatedBy?: string | null;
};

@Injectable()
export class DocumentStatusService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Changes the status of a document; nothing else does (C01). Updates the modification date, records the change and publishes a
   * cancellation. Returns the changed document.
   * @throws COMMON.CONFLICT for a step that is not allowed.
   */
  async change(document: DocumentRow, change: StatusChange, tx: Tx): Promise<DocumentRow> {
    const { to, reason = null, actor, impersonatedBy = null } = change;
    const from = document.status;
    if (!canChangeStatus(from, to)) throw new AppError('COMMON.CONFLICT', { details: { from, to } });
    const at = new Date();
    const changed: DocumentRow = {
      ...document,
      status: to,
      modifiedAt: at,
      version: document.version + 1,
      blocksDuplicates: canBlockDuplicates(to) ? document.blocksDuplicates : undefined,
    };
    const { status, modifiedAt, version, blocksDuplicates } = changed;
    await this.documents.update(document._id, { status, modifiedAt, version, blocksDuplicates }, tx);
    await this.documents.addStatusChange(
      { documentId: document._id, from, to, reason, actor, impersonatedBy, at },
      tx,
    );
    if (to === 'canceled') {
      await this.outbox.add(
        'documents.document.canceled',
        { aggregateId: document._id, aggregateVersion: version, data: { documentId: document._id } },
        tx,
      );
    }
    return changed;
  }

  /** Changes the status to the one that follows from the facts (C01). */
  async updateFromFacts(document: DocumentRow, tx: Tx): Promise<void> {
    const wanted = statusFromFacts({ ...document, anyPageSeen: document.contentRevision > 0 });
    let current = document;
    for (const to of statusPath(document.status, wanted)) {
      const reason = reasonOf({ ...current, status: to })?.code ?? null;
      current = await this.change(current, { to, reason, actor: 'system' }, tx);
    }
  }
}
