import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable } from '@nestjs/common';
import { accessOf } from '../access/access.domain.js';
import { isRemovable } from '../document/document-status.domain.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { SearchIndexRepository } from '../search-index/search-index.repository.js';
import { videoFolder } from '../media-files/media-name.domain.js';
import { MediaRepository } from '../media-files/media.repository.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { audioFolder } from '../page/audio-name.domain.js';
import { imageFolder } from '../page/image-name.domain.js';
import { PageRepository } from '../page/page.repository.js';
import { DocumentCache } from '../reader/document-cache.js';
import { ReadingRepository } from '../reader/reading.repository.js';
import { PlacementRepository } from '../shelf/placement.repository.js';
import { SuggestionRepository } from '../suggestion/suggestion.repository.js';

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
    private readonly store: ObjectStore,
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
      const { _id: documentId, version } = document;
      const event = { aggregateId: documentId, aggregateVersion: version + 1, data: { documentId } };
      await this.outbox.add('documents.document.removed', event, tx);
    });
    this.documentCache.invalidate(found);
    await this.removeFiles(found);
  }

  private async removeRows({ _id, ownerId }: DocumentRow, tx: Tx): Promise<void> {
    await this.documents.remove(_id, tx);
    await this.placements.remove(ownerId, _id, tx);
    await this.readings.remove(ownerId, _id, tx);
    for (const rows of [this.pages, this.searchIndex, this.notes, this.suggestions, this.media])
      await rows.removeAll(_id, tx);
  }

  /** Objects that could not be removed are unreachable, so a failure is logged only. */
  private async removeFiles({ _id, objectKey }: DocumentRow): Promise<void> {
    const results = await Promise.allSettled([
      this.store.remove(objectKey),
      ...[imageFolder(_id), audioFolder(_id), videoFolder(_id)].map((folder) =>
        this.store.removeFolder(folder),
      ),
    ]);
    for (const result of results) {
      if (result.status === 'rejected')
        this.logger.warn(
          { err: result.reason as unknown, documentId: _id },
          'Could not remove files of a removed document',
        );
    }
  }
}
