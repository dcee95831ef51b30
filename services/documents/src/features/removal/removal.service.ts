import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable } from '@nestjs/common';
import { accessOf } from '../access/access.domain.js';
import { isRemovable } from '../document/document-status.domain.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { SearchIndexRepository } from '../search-index/search-index.repository.js';
import { MediaRepository } from '../media-files/media.repository.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { PageRepository } from '../page/page.repository.js';
import { DocumentCache } from '../reader/document-cache.js';
import { ReadingRepository } from '../reader/reading.repository.js';
import { PlacementRepository } from '../shelf/placement.repository.js';
import { SuggestionRepository } from '../suggestion/suggestion.repository.js';
import { RemovedFiles } from './removed-files.service.js';

@Injectable()
export class RemovalService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly pages: PageRepository,
    private readonly searchIndex: SearchIndexRepository,
    private readonly placements: PlacementRepository,
    private readonly readings: ReadingRepository,
    private readonly notes: NotesRepository,
    private readonly suggestions: SuggestionRepository,
    private readonly media: MediaRepository,
    private readonly documentCache: DocumentCache,
    private readonly files: RemovedFiles,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Removes a failed or canceled document of the owner with its file and all dependent data, so that it can be uploaded again. Its status
   * history and reports stay. A document that others can read is not removable.
   * @throws DOCUMENTS.NOT_FOUND, COMMON.FORBIDDEN for anyone but the owner, DOCUMENTS.NOT_REMOVABLE
   */
  async remove(name: string, user: Identity): Promise<void> {
    const found = await this.documents.findByName(name);
    if (!found || !accessOf(found, user, false)) throw new AppError('DOCUMENTS.NOT_FOUND');
    if (found.ownerId !== user.userId) throw new AppError('COMMON.FORBIDDEN');
    await this.unitOfWork.run(async (tx) => {
      // Conflicts with concurrent transactions on the document; one of the two is retried.
      const document = await this.documents.findForUpdate(found._id, tx);
      if (!document) throw new AppError('DOCUMENTS.NOT_FOUND');
      const { status, published, visibility } = document;
      if (!isRemovable(status) || published || visibility !== 'private')
        throw new AppError('DOCUMENTS.NOT_REMOVABLE');
      await this.removeRows(document, tx);
    });
    this.documentCache.invalidate(found);
    await this.removeFiles(found._id);
  }

  /**
   * Removes a document in whatever state it is, for an owner whose account was deleted; also its status history and reports. Its
   * files are removed by `RemovedFiles.removeDue`. Succeeds if it no longer exists.
   */
  async erase(documentId: string): Promise<void> {
    const document = await this.unitOfWork.run(async (tx) => {
      const found = await this.documents.findForUpdate(documentId, tx);
      if (!found) return null;
      await this.removeRows(found, tx);
      await this.documents.removeStatusChanges(documentId, tx);
      await this.readings.removeReports(documentId, tx);
      return found;
    });
    if (document) this.documentCache.invalidate(document);
  }

  private async removeRows(document: DocumentRow, tx: Tx): Promise<void> {
    const { _id: documentId, version } = document;
    await this.documents.remove(documentId, tx);
    await this.files.add(document, tx);
    for (const rows of [
      this.pages,
      this.searchIndex,
      this.placements,
      this.readings,
      this.notes,
      this.suggestions,
      this.media,
    ])
      await rows.removeAll(documentId, tx);
    const event = { aggregateId: documentId, aggregateVersion: version + 1, data: { documentId } };
    await this.outbox.add('documents.document.removed', event, tx);
  }

  /** A failure is logged only: the files are removed later. */
  private async removeFiles(documentId: string): Promise<void> {
    try {
      await this.files.remove(documentId);
    } catch (error) {
      this.logger.warn({ err: error, documentId }, 'Could not remove files of a removed document');
    }
  }
}
