import { isDeepStrictEqual } from 'node:util';
import type { PageContent } from '@hamkhan/contracts/content';
import type { DocumentMetadata } from '@hamkhan/contracts/events/pipeline-events';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { originalMetadata } from './metadata.domain.js';
import { METADATA_PAGES, metadataOfPage } from './page-metadata.domain.js';

/** Stores the metadata of a document with its run, and publishes all of it after each change, in the caller's transaction. */
@Injectable()
export class MetadataService {
  constructor(
    private readonly runs: RunRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Saves the metadata of the file, if there is any. */
  async saveFileMetadata(documentId: string, file: Partial<DocumentMetadata>, tx: Tx): Promise<void> {
    if (Object.keys(file).length > 0) await this.publish(documentId, { 'metadata.file': file }, tx);
  }

  /** Saves the abstract and keywords of one of the first pages, if they changed. */
  async savePageMetadata(run: RunRow, pageNumber: number, content: PageContent, tx: Tx): Promise<void> {
    if (pageNumber >= METADATA_PAGES) return;
    const known = run.metadata?.pages?.[pageNumber] ?? null;
    const found = metadataOfPage(content, run.language);
    if (isDeepStrictEqual(found, known)) return;
    await this.publish(run._id, { [`metadata.pages.${pageNumber}`]: found }, tx);
  }

  /** Saves the Persian metadata that an engine wrote. */
  async savePersianMetadata(documentId: string, persian: DocumentMetadata, tx: Tx): Promise<void> {
    await this.publish(documentId, { persianMetadata: persian }, tx);
  }

  private async publish(documentId: string, change: Record<string, unknown>, tx: Tx): Promise<void> {
    const run = await this.runs.saveMetadata(documentId, change, tx);
    if (!run) return;
    const data = {
      documentId,
      original: originalMetadata(run.metadata ?? {}),
      persian: run.persianMetadata ?? null,
    };
    await this.outbox.add(
      'pipeline.document.described',
      { aggregateId: documentId, aggregateVersion: run.version, data },
      tx,
    );
  }
}
