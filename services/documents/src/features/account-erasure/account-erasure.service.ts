import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import { ExportsRepository } from '../account-export/exports.repository.js';
import { DocumentRepository } from '../document/document.repository.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { ReadingRepository } from '../reader/reading.repository.js';
import { RemovalService } from '../removal/removal.service.js';
import { ShelfService } from '../shelf/shelf.service.js';
import { SuggestionRepository } from '../suggestion/suggestion.repository.js';
import type { ErasureRow } from './erasure.schema.js';
import { ErasuresRepository } from './erasures.repository.js';

const MINUTE_MS = 60_000;
/** Users and documents of one query. */
const BATCH = 100;

/**
 * Removes what a deleted user leaves behind (ADR 0032). A row remembers the user until it is done, and each step can be repeated,
 * so that a process that dies loses nothing. All is removed a second time after a while: an upload may just have been under way.
 */
@Injectable()
export class AccountErasureService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly documents: DocumentRepository,
    private readonly removals: RemovalService,
    private readonly shelves: ShelfService,
    private readonly notes: NotesRepository,
    private readonly readings: ReadingRepository,
    private readonly suggestions: SuggestionRepository,
    private readonly exports: ExportsRepository,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    @Inject(DOCUMENTS_CONFIG) private readonly config: DocumentsConfig,
  ) {}

  /** Remembers a deleted user, in the event's transaction. */
  register(userId: string, tx: Tx): Promise<void> {
    return this.erasures.add({ _id: userId, dueAt: new Date(), isLast: false }, tx);
  }

  /** Removes what is due. Whatever it leaves undone, the next call does. */
  async eraseDue(now: Date): Promise<void> {
    for (const erasure of await this.erasures.listDue(now, BATCH)) await this.erase(erasure, now);
  }

  private async erase({ _id: userId, isLast }: ErasureRow, now: Date): Promise<void> {
    await this.removeDocuments(userId);
    await this.shelves.removeUser(userId);
    await this.notes.removeOwner(userId);
    await this.readings.removeUser(userId);
    await this.suggestions.forgetUser(userId);
    await this.exports.expireAll(userId, now);
    if (isLast) return this.finish(userId);
    const again = new Date(now.getTime() + this.config.ERASURE_SETTLE_MINUTES * MINUTE_MS);
    await this.erasures.repeatAt(userId, again);
  }

  private async removeDocuments(userId: string): Promise<void> {
    for (;;) {
      const ids = await this.documents.idsOwned(userId, BATCH);
      for (const id of ids) await this.removals.erase(id);
      if (ids.length < BATCH) return;
    }
  }

  private finish(userId: string): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.erasures.remove(userId, tx))) return;
      const event = { aggregateId: userId, aggregateVersion: 1, data: { userId } };
      await this.outbox.add('documents.account.erased', event, tx);
    });
  }
}
