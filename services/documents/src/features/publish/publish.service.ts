import type { DocumentStatus } from '@hamkhan/contracts/statuses';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { accessOf, canManage } from '../access/access.domain.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { DocumentCache } from '../reader/document-cache.js';

/** All pages are converted, not necessarily translated. */
const READY: ReadonlySet<DocumentStatus> = new Set(['converted', 'translated']);

@Injectable()
export class PublishService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly documentCache: DocumentCache,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Publishes a document, for its owner or staff (C05): keeps its status (G64) and makes it publicly visible (G75). Idempotent.
   * @throws DOCUMENTS.NOT_FOUND, COMMON.FORBIDDEN for a document of someone else, DOCUMENTS.NOT_TRANSLATED before all pages are converted
   */
  async publish(name: string, user: Identity): Promise<void> {
    const found = await this.findManaged(name, user);
    await this.unitOfWork.run(async (tx) => {
      const document = await this.documents.findForUpdate(found._id, tx);
      if (!document) throw new AppError('DOCUMENTS.NOT_FOUND');
      if (document.published) return;
      if (!READY.has(document.status)) throw new AppError('DOCUMENTS.NOT_TRANSLATED');
      const publishedBy = user.impersonatedBy ?? user.userId;
      const fields = {
        published: true,
        publishedBy,
        visibility: 'catalogue' as const,
        modifiedAt: new Date(),
      };
      await this.documents.update(document._id, fields, tx);
    });
  }

  /**
   * Makes a published document private again, for its owner or staff: others lose access at once, also through image addresses
   * that they were given. Idempotent.
   * @throws DOCUMENTS.NOT_FOUND, COMMON.FORBIDDEN for a document of someone else
   */
  async unpublish(name: string, user: Identity): Promise<void> {
    const found = await this.findManaged(name, user);
    await this.unitOfWork.run(async (tx) => {
      const document = await this.documents.findForUpdate(found._id, tx);
      if (!document) throw new AppError('DOCUMENTS.NOT_FOUND');
      if (!document.published) return;
      const fields = {
        published: false,
        visibility: 'private' as const,
        addressEpoch: (document.addressEpoch ?? 0) + 1,
        modifiedAt: new Date(),
      };
      await this.documents.update(document._id, fields, tx);
    });
    this.documentCache.invalidate(found);
  }

  private async findManaged(name: string, user: Identity): Promise<DocumentRow> {
    const found = await this.documents.findByName(name);
    if (!found || !accessOf(found, user, false)) throw new AppError('DOCUMENTS.NOT_FOUND');
    if (!canManage(found, user)) throw new AppError('COMMON.FORBIDDEN');
    return found;
  }
}
