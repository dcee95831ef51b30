import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { accessOf, canManage } from '../access/access.domain.js';
import { DocumentStatusService } from '../document/document-status.service.js';
import { DocumentRepository } from '../document/document.repository.js';

@Injectable()
export class CancelService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly statuses: DocumentStatusService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Cancels processing of a document, for its owner or staff (C01). Finished pages stay readable. Idempotent.
   * @throws DOCUMENTS.NOT_FOUND, COMMON.FORBIDDEN for a document of someone else, COMMON.CONFLICT once processing has finished.
   */
  async cancel(name: string, user: Identity): Promise<void> {
    const found = await this.documents.findByName(name);
    if (!found || !accessOf(found, user, false)) throw new AppError('DOCUMENTS.NOT_FOUND');
    if (!canManage(found, user)) throw new AppError('COMMON.FORBIDDEN');
    await this.unitOfWork.run(async (tx) => {
      const document = await this.documents.findForUpdate(found._id, tx);
      if (!document) throw new AppError('DOCUMENTS.NOT_FOUND');
      if (document.status === 'canceled') return;
      const { userId: actor, impersonatedBy } = user;
      await this.statuses.change(document, { to: 'canceled', actor, impersonatedBy }, tx);
    });
  }
}
