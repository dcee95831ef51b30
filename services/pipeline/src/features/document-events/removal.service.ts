import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { GlossaryRepository } from '../glossary/glossary.repository.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import { TranslationMemory } from '../translation-memory/translation-memory.service.js';

/** Deletes what the pipeline stores of removed documents and deleted users. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageWorkRepository,
    private readonly tasks: PageTaskRepository,
    private readonly terms: GlossaryRepository,
    private readonly memory: TranslationMemory,
  ) {}

  /** Deletes all rows of a document, in the event's transaction. A worker that processes it loses its lease. */
  async remove(documentId: string, tx: Tx): Promise<void> {
    await this.runs.remove(documentId, tx);
    for (const rows of [this.pages, this.tasks, this.terms]) await rows.removeAll(documentId, tx);
  }
  /**
   * Deletes the translation memory of a user whose account was deleted. Once when the account goes, and again when the work on its
   * documents has ended, because a worker may save a translation in between. Idempotent, and large, so not in the event's transaction.
   */
  async removeOwner(ownerId: string): Promise<void> {
    await this.memory.removeOwner(ownerId);
  }
}
