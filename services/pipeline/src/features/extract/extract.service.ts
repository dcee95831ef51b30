import type { ContentItem, PageContent } from '@hamkhan/contracts/content';
import { isRetryableConversionReason } from '@hamkhan/contracts/conversion-reasons';
import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { isOutage } from '@hamkhan/platform/outage';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable } from '@nestjs/common';
import { DocumentConverter } from '@hamkhan/converter/document-converter';
import { ConversionError } from '@hamkhan/converter/conversion-error';
import { isFailedPage, type ExtractedPage } from '@hamkhan/converter/converter';
import { MetadataService } from '../metadata/metadata.service.js';
import { isAwaitedRank, isExhausted, retryDelayMs } from '../pages/page.domain.js';
import { PageRepository, type LeasedPage } from '../pages/page.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { keepLease, LeaseLostError } from '../scheduling/keep-lease.js';
import { SourceFileService } from '../source-file/source-file.service.js';

/** Pages taken together: starting a converter costs more than a page of text. The first page never waits for many others. */
const BATCH_FIRST = 3;
const BATCH = 12;
/** Recognising a page takes seconds, so its neighbours are left to other workers. */
const BATCH_SCANNED = 2;
/** Where the pages of an EPUB begin is known only when all of it has been read; a page itself costs next to nothing then. */
const BATCH_EPUB = 60;

/** Far above any page that is read; both translations of it still fit into an event. */
const MAX_CONTENT_BYTES = 2 * 1024 * 1024;

/** The second stage: the text of a page, structured, with its images stored. */
@Injectable()
export class ExtractService {
  private readonly scanned = new Set<string>();

  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageRepository,
    private readonly sources: SourceFileService,
    private readonly converter: DocumentConverter,
    private readonly objects: ObjectStore,
    private readonly metadata: MetadataService,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Extracts the most wanted page and a few after it; does nothing when none waits. */
  async extractNext(signal: AbortSignal): Promise<void> {
    const first = await this.pages.claim(['extract']);
    if (!first) return;
    const run = await this.runs.find(first.documentId);
    if (!run) return this.pages.release([first._id], first.leaseToken, 5_000);
    if (isExhausted(first.attempts, first.crashes)) return this.giveUp(first, new ConversionError('crashed'));
    const batch = await this.claimBatch(first, run.kind);
    const open = new Map(batch.map((page) => [page.pageNumber, page]));
    try {
      await keepLease(
        () => this.pages.renew(first.leaseToken),
        signal,
        (held) => this.extract(run, batch, open, held),
      );
      if (open.size > 0)
        throw new ConversionError('crashed', {}, { detail: 'pages are missing from the answer' });
    } catch (error) {
      await this.settle([...open.values()], error, signal);
    }
  }

  private async claimBatch(first: LeasedPage, kind: DocumentKind): Promise<LeasedPage[]> {
    if (first.alone) return [first];
    const claimed = await this.pages.claimFollowing(first, this.batchSize(first, kind) - 1);
    const gap = claimed.findIndex((page, index) => page.pageNumber !== first.pageNumber + index);
    if (gap < 0) return claimed;
    const beyond = claimed.slice(gap).map((page) => page._id);
    await this.pages.release(beyond, first.leaseToken, 0);
    return claimed.slice(0, gap);
  }

  private batchSize({ documentId, pageNumber }: LeasedPage, kind: DocumentKind): number {
    if (this.scanned.has(documentId)) return BATCH_SCANNED;
    if (pageNumber === 0) return BATCH_FIRST;
    return kind === 'epub' ? BATCH_EPUB : BATCH;
  }

  private async extract(
    run: RunRow,
    batch: readonly LeasedPage[],
    open: Map<number, LeasedPage>,
    signal: AbortSignal,
  ): Promise<void> {
    const from = batch[0]?.pageNumber ?? 0;
    const range = { from, to: from + batch.length - 1 };
    await this.announce(batch);
    const isAwaited = batch.some((page) => isAwaitedRank(page.rank));
    await this.sources.use(run.objectKey, async (file) => {
      const job = { file, kind: run.kind, language: run.language, isAwaited, signal };
      for await (const extracted of this.converter.extract(job, range)) {
        const page = open.get(extracted.pageNumber);
        if (!page) continue;
        if (isFailedPage(extracted)) await this.settle([page], extracted.error, signal);
        else await this.save(run, page, extracted, signal);
        open.delete(extracted.pageNumber);
      }
    });
  }

  private async announce(batch: readonly LeasedPage[]): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      for (const page of batch) {
        const saved = await this.pages.nextVersion(page, tx);
        if (!saved) throw new LeaseLostError();
        const data = { documentId: page.documentId, pageNumber: page.pageNumber };
        await this.outbox.add(
          'pipeline.page.started',
          { aggregateId: page._id, aggregateVersion: saved.version, data },
          tx,
        );
      }
    });
  }

  private async save(
    run: RunRow,
    page: LeasedPage,
    extracted: ExtractedPage,
    signal: AbortSignal,
  ): Promise<void> {
    const { documentId, pageNumber } = page;
    if (Buffer.byteLength(JSON.stringify(extracted.content)) > MAX_CONTENT_BYTES) {
      return this.settle([page], new ConversionError('page_too_large'), signal);
    }
    if (extracted.content.page_info.page_type === 'ocr') this.rememberScanned(documentId);
    const keyOf = (name: string): string => `images/${documentId}/${name}`;
    for (const image of extracted.images) {
      await this.objects.putBytes(keyOf(image.name), Buffer.from(image.bytes), image.mediaType);
    }
    const stored = new Set(extracted.images.map((image) => image.name));
    const content = withImageKeys(extracted.content, (name) => (stored.has(name) ? keyOf(name) : name));
    await this.unitOfWork.run(async (tx) => {
      const saved = await this.pages.saveContent(page, content, tx);
      if (!saved) throw new LeaseLostError();
      const data = { documentId, pageNumber, content };
      await this.outbox.add(
        'pipeline.page.converted',
        { aggregateId: page._id, aggregateVersion: saved.version, data },
        tx,
      );
      await this.metadata.savePageMetadata(run, pageNumber, content, tx);
    });
  }

  private rememberScanned(documentId: string): void {
    if (this.scanned.size > 1_000) this.scanned.clear();
    this.scanned.add(documentId);
  }

  /** What a failure means for the pages it touched: later, again alone, or given up. */
  private async settle(pages: readonly LeasedPage[], error: unknown, signal: AbortSignal): Promise<void> {
    const [first] = pages;
    if (!first || error instanceof LeaseLostError) return;
    const ids = pages.map((page) => page._id);
    if (signal.aborted) return this.pages.release(ids, first.leaseToken, 0);
    if (isOutage(error)) return this.pages.release(ids, first.leaseToken, 1_000);
    if (pages.length > 1) return this.pages.release(ids, first.leaseToken, 0, true);
    const failure =
      error instanceof ConversionError ? error : new ConversionError('crashed', {}, { cause: error });
    const attempts = first.attempts + 1;
    this.logger.warn({ err: error, pageId: first._id, attempts }, 'a page could not be extracted');
    if (isRetryableConversionReason(failure.reason) && !isExhausted(attempts, first.crashes)) {
      await this.pages.noteFailure(first, retryDelayMs(attempts));
    } else {
      await this.giveUp(first, failure);
    }
  }

  private async giveUp(page: LeasedPage, failure: ConversionError): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const saved = await this.pages.giveUp(page, failure.reason, tx);
      if (!saved) return;
      const { documentId, pageNumber } = page;
      const params = failure.params as Record<string, string | number>;
      await this.outbox.add(
        'pipeline.page.failed',
        {
          aggregateId: page._id,
          aggregateVersion: saved.version,
          data: { documentId, pageNumber, reason: failure.reason, params },
        },
        tx,
      );
    });
  }
}

/** Puts object keys where the converter named its images. */
function withImageKeys(content: PageContent, keyOf: (name: string) => string): PageContent {
  const items = content.items.map((item): ContentItem => {
    if (item.type === 'figure') return { ...item, src: keyOf(item.src) };
    if (item.type === 'math' && item.src) return { ...item, src: keyOf(item.src) };
    return item;
  });
  return { ...content, items };
}
