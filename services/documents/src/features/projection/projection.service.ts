import type { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import type { EventData } from '@hamkhan/contracts/events/registry';
import { EDIT_TYPES } from '@hamkhan/contracts/http/editing';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { newObjectId } from '../document/object-id.js';
import { coverFrom } from '../document/cover.domain.js';
import { DocumentStatusService } from '../document/document-status.service.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { titlesOf } from '../document/titles.domain.js';
import { PageRepository } from '../page/page.repository.js';
import type { PageRow } from '../page/page.schema.js';
import { pageEditedData } from '../page-text/page-edited-event.domain.js';
import { mergeEdits } from '../page-state/page-texts.domain.js';
import { NEW_PAGE, pageRow } from '../page-state/page-state.domain.js';
import { PageWriter } from '../page-state/page-writer.service.js';
import { applyPageEvent, type PageEvent, type PageEventType } from './page-projection.domain.js';

const MAX_KEYS = 10_000;

/**
 * Applies the pipeline's events to documents and pages. Each event is applied in the transaction of its inbox row, so counts are exact, and by
 * its version, so order does not matter.
 */
@Injectable()
export class ProjectionService {
  private readonly keys = new LRUCache<string, string>({ max: MAX_KEYS });

  constructor(
    private readonly documents: DocumentRepository,
    private readonly pages: PageRepository,
    private readonly statuses: DocumentStatusService,
    private readonly writer: PageWriter,
    private readonly outbox: Outbox,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** The file was inspected: number of pages and metadata. */
  async applyInspected(
    event: EventEnvelope<EventData<'pipeline.document.inspected'>>,
    tx: Tx,
  ): Promise<void> {
    const document = await this.findDocument(event.data.documentId, tx);
    const version = versionOf(event);
    if (!document || version <= document.inspectedVersion) return;
    const { totalPages, title, authors, year, detectedLanguage = null } = event.data;
    await this.addPages(document, totalPages, tx);
    await this.saveAndUpdateStatus(
      document,
      {
        ...titlesOf(title, document.fileName),
        totalPages,
        authors,
        year,
        detectedLanguage,
        inspectedVersion: version,
        contentRevision: document.contentRevision + 1,
      },
      tx,
    );
  }

  /** Stores the translation estimate, which affects neither status nor modification date. */
  async applyEstimated(
    event: EventEnvelope<EventData<'pipeline.document.estimated'>>,
    tx: Tx,
  ): Promise<void> {
    const { documentId, estimate } = event.data;
    const document = await this.findDocument(documentId, tx);
    const version = versionOf(event);
    if (!document || version <= (document.translationEstimate?.version ?? 0)) return;
    await this.documents.update(documentId, { translationEstimate: { ...estimate, version } }, tx);
  }

  /** Stores the document metadata. Each event contains all of it, so the newest counts. */
  async applyDescribed(
    event: EventEnvelope<EventData<'pipeline.document.described'>>,
    tx: Tx,
  ): Promise<void> {
    const { documentId, original, persian } = event.data;
    const document = await this.findDocument(documentId, tx);
    const version = versionOf(event);
    if (!document || version <= (document.metadata?.version ?? 0)) return;
    await this.documents.update(documentId, { metadata: { original, persian, version } }, tx);
  }

  /** Sets the Persian title. Skip if a person edited the title. */
  async applyTitled(event: EventEnvelope<EventData<'pipeline.document.titled'>>, tx: Tx): Promise<void> {
    const { documentId, title } = event.data;
    const document = await this.findDocument(documentId, tx);
    if (!document || document.originalTitle === '' || document.title !== document.originalTitle) return;
    await this.documents.update(documentId, titlesOf(document.originalTitle, document.fileName, title), tx);
  }

  /** The whole document failed or was skipped. */
  async applyOutcome(
    status: 'failed' | 'skipped',
    event: EventEnvelope<EventData<'pipeline.document.failed' | 'pipeline.document.skipped'>>,
    tx: Tx,
  ): Promise<void> {
    const { documentId, reason, params } = event.data;
    const document = await this.findDocument(documentId, tx);
    const version = versionOf(event);
    if (!document || version <= (document.outcome?.version ?? 0)) return;
    await this.saveAndUpdateStatus(
      document,
      { outcome: { status, reason: { code: reason, params }, version } },
      tx,
    );
  }

  async applyPage<T extends PageEventType>(
    type: T,
    event: EventEnvelope<EventData<T>>,
    tx: Tx,
  ): Promise<void> {
    const { documentId, pageNumber } = event.data;
    const key = await this.keyOf(documentId);
    if (key === null) return;
    const known = await this.pages.find(documentId, pageNumber, tx);
    const changed = applyPageEvent(known ?? NEW_PAGE, {
      type,
      version: versionOf(event),
      data: event.data,
    } as PageEvent);
    if (!changed) return;
    const after = mergeEdits(known, changed);
    const page = known ?? { _id: newObjectId(), number: pageNumber, revision: 0 };
    const revision = await this.writer.write({ _id: documentId, key }, page, { before: known, after }, tx);
    for (const edited of EDIT_TYPES) {
      const merged = after.edits?.[edited];
      if (!merged || merged === known?.edits?.[edited]) continue;
      const data = pageEditedData({ documentId, pageNumber }, after, edited, 'merge');
      const event = { aggregateId: page._id, aggregateVersion: revision, data };
      await this.outbox.add('documents.page.edited', event, tx);
    }
  }

  /** Stores the images of a rendered page, and for the first page the cover of the document. */
  async applyRendered(event: EventEnvelope<EventData<'pipeline.page.rendered'>>, tx: Tx): Promise<void> {
    const { documentId, pageNumber, pictures } = event.data;
    if (pageNumber === 0)
      await this.documents.setCover(documentId, coverFrom(pictures, versionOf(event)), tx);
    await this.applyPage('pipeline.page.rendered', event, tx);
  }

  /** Cached without expiry: the key of a document never changes. */
  private async keyOf(documentId: string): Promise<string | null> {
    const known = this.keys.get(documentId);
    if (known !== undefined) return known;
    const document = await this.documents.findByName(documentId);
    if (!document) return this.ignoreUnknown(documentId);
    this.keys.set(documentId, document.key);
    return document.key;
  }

  private async findDocument(id: string, tx: Tx): Promise<DocumentRow | null> {
    return (await this.documents.findForUpdate(id, tx)) ?? this.ignoreUnknown(id);
  }

  private ignoreUnknown(documentId: string): null {
    this.logger.warn({ documentId }, 'Ignoring an event about an unknown document');
    return null;
  }

  /** Adds the pages without an event yet as pending, so that readers see the length of the document. */
  private async addPages(document: DocumentRow, totalPages: number, tx: Tx): Promise<void> {
    const known = await this.pages.numbers(document._id, tx);
    const missing: PageRow[] = [];
    for (let number = 0; number < totalPages; number += 1) {
      if (!known.has(number))
        missing.push(pageRow(document, { _id: newObjectId(), number, revision: 0 }, NEW_PAGE));
    }
    if (missing.length > 0) await this.pages.insertAll(missing, tx);
  }

  private async saveAndUpdateStatus(
    document: DocumentRow,
    change: Partial<DocumentRow>,
    tx: Tx,
  ): Promise<void> {
    const fields = { ...change, modifiedAt: new Date() };
    await this.documents.update(document._id, fields, tx);
    await this.statuses.updateFromFacts({ ...document, ...fields }, tx);
  }
}

/** Stored as version + 1; 0 means none. */
const versionOf = (event: { aggregateVersion: number }): number => event.aggregateVersion + 1;
