import type { EventData } from '@hamkhan/contracts/events/registry';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { RunRepository } from '../runs/run.repository.js';

/** Applies events of the documents service. Each call is part of the event's transaction. */
@Injectable()
export class DocumentEventsService {
  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageWorkRepository,
    private readonly tasks: PageTaskRepository,
  ) {}

  register(document: EventData<'documents.document.uploaded'>, tx: Tx): Promise<void> {
    return this.runs.create(document, tx);
  }

  async cancel(documentId: string, tx: Tx): Promise<void> {
    await this.runs.cancel(documentId, tx);
    await this.pages.cancelAll(documentId, tx);
    await this.tasks.removeAll(documentId, tx);
  }

  reprocessPage(
    { documentId, pageNumber }: EventData<'documents.page.reprocess-requested'>,
    tx: Tx,
  ): Promise<void> {
    return this.pages.reextract(documentId, pageNumber, tx);
  }

  async requestSpeech(page: EventData<'documents.page.speech-requested'>, tx: Tx): Promise<void> {
    const ownerId = await this.pages.ownerOf(page.documentId, page.pageNumber, tx);
    if (ownerId !== null) await this.tasks.requestSpeech({ ...page, ownerId }, true, tx);
  }

  async moveReader({ documentId, pageNumber }: EventData<'documents.reader.moved'>, tx: Tx): Promise<void> {
    await this.pages.moveReader(documentId, pageNumber, tx);
    await this.tasks.moveReader(documentId, pageNumber, tx);
  }
}
