import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { GlossaryRepository } from '../glossary/glossary.repository.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { RunRepository } from '../runs/run.repository.js';

/** Deletes what the pipeline stores of a document that was removed. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageWorkRepository,
    private readonly tasks: PageTaskRepository,
    private readonly terms: GlossaryRepository,
  ) {}

  /** Deletes all rows of a document, in the event's transaction. A worker that processes it loses its lease. */
  async remove(documentId: string, tx: Tx): Promise<void> {
    await this.runs.remove(documentId, tx);
    for (const rows of [this.pages, this.tasks, this.terms]) await rows.removeAll(documentId, tx);
  }
}
