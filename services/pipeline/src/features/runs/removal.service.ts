import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { GlossaryRepository } from '../glossary/glossary.repository.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { PageRepository } from '../pages/page.repository.js';
import { RunRepository } from './run.repository.js';

/** Forgets what its owner has removed. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageRepository,
    private readonly tasks: PageTaskRepository,
    private readonly terms: GlossaryRepository,
  ) {}

  /** Removes all that is known of a document, as part of the event's transaction. Who works on it finds its lease lost. */
  async remove(documentId: string, tx: Tx): Promise<void> {
    await this.runs.remove(documentId, tx);
    for (const rows of [this.pages, this.tasks, this.terms]) await rows.removeAll(documentId, tx);
  }
}
