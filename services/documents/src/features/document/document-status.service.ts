import type { DocumentStatus } from '@hamkhan/contracts/statuses';
import { AppError } from '@hamkhan/platform/app-error';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { canChangeStatus, standsForItsBytes, statusFromFacts, statusPath } from './document-status.domain.js';
import { DocumentRepository } from './document.repository.js';
import type { DocumentRow } from './document.schema.js';
import { reasonOf } from './note.domain.js';

export type StatusChange = {
  to: DocumentStatus;
  /** Reason code, where there is one. */
  reason?: string | null;
  /** User id or `system`. */
  actor: string;
};

@Injectable()
export class DocumentStatusService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The only way a document changes its status (C01): rejects what C01 does not know, bumps the date of the last change, keeps the
   * story and tells the other services. Returns the document as it is now.
   * @throws COMMON.CONFLICT for a step that is not allowed.
   */
  async change(document: DocumentRow, change: StatusChange, tx: Tx): Promise<DocumentRow> {
    const { to, reason = null, actor } = change;
    const from = document.status;
    if (!canChangeStatus(from, to)) throw new AppError('COMMON.CONFLICT', { details: { from, to } });
    const at = new Date();
    const changed: DocumentRow = {
      ...document,
      status: to,
      modifiedAt: at,
      version: document.version + 1,
      standsForBytes: standsForItsBytes(to) ? document.standsForBytes : undefined,
    };
    const { status, modifiedAt, version, standsForBytes } = changed;
    await this.documents.update(document._id, { status, modifiedAt, version, standsForBytes }, tx);
    await this.documents.addStatusChange({ documentId: document._id, from, to, reason, actor, at }, tx);
    if (to === 'canceled') {
      await this.outbox.add(
        'documents.document.canceled',
        { aggregateId: document._id, aggregateVersion: version, data: { documentId: document._id } },
        tx,
      );
    }
    return changed;
  }

  /** Brings the status to where the facts put it (C01). */
  async settle(document: DocumentRow, tx: Tx): Promise<void> {
    const wanted = statusFromFacts({ ...document, anyPageSeen: document.contentRevision > 0 });
    let current = document;
    for (const to of statusPath(document.status, wanted)) {
      const reason = reasonOf({ ...current, status: to })?.code ?? null;
      current = await this.change(current, { to, reason, actor: 'system' }, tx);
    }
  }
}
