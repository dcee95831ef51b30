import { isDeepStrictEqual } from 'node:util';
import type { PageContent } from '@hamkhan/contracts/content';
import type { DocumentAbout } from '@hamkhan/contracts/events/pipeline-events';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { originalAbout } from './about.domain.js';
import { ABOUT_PAGES, aboutOfPage } from './page-about.domain.js';

/** What a document is about: kept with its run and told, whole, each time it is known better. Calls are part of a transaction. */
@Injectable()
export class AboutService {
  constructor(
    private readonly runs: RunRepository,
    private readonly outbox: Outbox,
  ) {}

  /** What the file says of itself; nothing is told where it says nothing. */
  async noteFile(documentId: string, file: Partial<DocumentAbout>, tx: Tx): Promise<void> {
    if (Object.keys(file).length > 0) await this.tell(documentId, { 'about.file': file }, tx);
  }

  /** What a page prints of it. Only first pages are looked at, and nothing is told where the page said the same before. */
  async notePage(run: RunRow, pageNumber: number, content: PageContent, tx: Tx): Promise<void> {
    if (pageNumber >= ABOUT_PAGES) return;
    const known = run.about?.pages?.[pageNumber] ?? null;
    const found = aboutOfPage(content, run.language);
    if (isDeepStrictEqual(found, known)) return;
    await this.tell(run._id, { [`about.pages.${pageNumber}`]: found }, tx);
  }

  /** What an engine said of it in Persian. */
  async notePersian(documentId: string, persian: DocumentAbout, tx: Tx): Promise<void> {
    await this.tell(documentId, { persian }, tx);
  }

  private async tell(documentId: string, change: Record<string, unknown>, tx: Tx): Promise<void> {
    const run = await this.runs.noteAbout(documentId, change, tx);
    if (!run) return;
    const data = { documentId, original: originalAbout(run.about ?? {}), persian: run.persian ?? null };
    await this.outbox.add(
      'pipeline.document.described',
      { aggregateId: documentId, aggregateVersion: run.version, data },
      tx,
    );
  }
}
