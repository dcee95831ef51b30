import type { ContentItem, PageContent } from '@hamkhan/contracts/content';
import { isRetryableConversionReason } from '@hamkhan/contracts/conversion-reasons';
import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { holdLease, LeaseLostError } from '@hamkhan/platform/lease/hold-lease';
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
import { isAwaitedRank, isExhausted, isOpenRank, retryDelayMs } from '../pages/page.domain.js';
import { PageContentRepository } from '../pages/page-content.repository.js';
import { PageQueueRepository } from '../pages/page-queue.repository.js';
import { PageWorkRepository, type LeasedPage } from '../pages/page-work.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { SourceFileService } from '../source-file/source-file.service.js';

/** Pages of a batch: starting a converter costs more than a page of text. The first batch is small, so that page one is soon ready. */
const BATCH_FIRST = 3;
const BATCH = 12;
/** OCR of a page takes seconds, so other workers process its neighbours. */
const BATCH_SCANNED = 2;
/** The page boundaries of an EPUB are known only after reading all of it; then each page is cheap. */
const BATCH_EPUB = 60;

/** Far larger than any real page; both translations still fit into an event. */
const MAX_CONTENT_BYTES = 2 * 1024 * 1024;

/** The second stage: extracts the structured text of pages and stores their images. */
@Injectable()
export class ExtractService {
  private readonly scanned = new Set<string>();

  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageWorkRepository,
    private readonly queue: PageQueueRepository,
    private readonly contents: PageContentRepository,
    private readonly sources: SourceFileService,
    private readonly converter: DocumentConverter,
    private readonly objects: ObjectStore,
    private readonly metadata: MetadataService,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Extracts the most wanted page and a few after it; does nothing if none waits. */
  async extractNext(signal: AbortSignal): Promise<void> {
    const first = await this.pages.claim(['extract']);
    if (!first) return;
    const run = await this.runs.find(first.documentId);
    if (!run) return this.pages.release([first], 5_000);
    if (isExhausted(first.attempts, first.crashes)) return this.fail(first, new ConversionError('crashed'));
    const batch = await this.claimBatch(first, run.kind);
    const open = new Map(batch.map((page) => [page.pageNumber, page]));
    try {
      await holdLease(
        () => this.pages.renew(first.leaseToken),
        signal,
        (held) => this.extract(run, batch, open, held),
      );
      if (open.size > 0)
        throw new ConversionError('crashed', {}, { detail: 'the converter did not return all pages' });
    } catch (error) {
      await this.settle([...open.values()], error, signal);
    }
  }

  private async claimBatch(first: LeasedPage, kind: DocumentKind): Promise<LeasedPage[]> {
    if (first.alone) return [first];
    const claimed = await this.pages.claimFollowing(first, this.batchSize(first, kind) - 1);
    const gap = claimed.findIndex((page, index) => page.pageNumber !== first.pageNumber + index);
    if (gap < 0) return claimed;
    await this.pages.release(claimed.slice(gap), 0);
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
    await this.publishStart(batch);
    const isAwaited = await this.isAwaited(batch);
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

  /** Whether a reader probably waits: they have a page open, or it is the first page of their only waiting document. */
  private async isAwaited(batch: readonly LeasedPage[]): Promise<boolean> {
    if (batch.some(({ rank }) => isOpenRank(rank))) return true;
    const first = batch.find(({ rank }) => isAwaitedRank(rank));
    return first !== undefined && !(await this.queue.hasOtherFirstPage(first));
  }

  private async publishStart(batch: readonly LeasedPage[]): Promise<void> {
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
    if (extracted.content.page_info.page_type === 'ocr') this.markScanned(documentId);
    const keyOf = (name: string): string => `images/${documentId}/${name}`;
    for (const image of extracted.images) {
      await this.objects.putBytes(keyOf(image.name), Buffer.from(image.bytes), image.mediaType);
    }
    const stored = new Set(extracted.images.map((image) => image.name));
    const content = withImageKeys(extracted.content, (name) => (stored.has(name) ? keyOf(name) : name));
    await this.unitOfWork.run(async (tx) => {
      const saved = await this.contents.saveOriginal(page, content, tx);
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

  private markScanned(documentId: string): void {
    if (this.scanned.size > 1_000) this.scanned.clear();
    this.scanned.add(documentId);
  }

  /** Decides what a failure means for its pages: retry later, retry alone, or fail. */
  private async settle(pages: readonly LeasedPage[], error: unknown, signal: AbortSignal): Promise<void> {
    const [first] = pages;
    if (!first || error instanceof LeaseLostError) return;
    if (signal.aborted) return this.pages.release(pages, 0);
    if (isOutage(error)) return this.pages.release(pages, 1_000);
    if (pages.length > 1) return this.pages.release(pages, 0, { alone: true });
    const failure =
      error instanceof ConversionError ? error : new ConversionError('crashed', {}, { cause: error });
    const attempts = first.attempts + 1;
    this.logger.warn({ err: error, pageId: first._id, attempts }, 'the extraction of a page failed');
    if (isRetryableConversionReason(failure.reason) && !isExhausted(attempts, first.crashes)) {
      await this.pages.recordFailure(first, retryDelayMs(attempts));
    } else {
      await this.fail(first, failure);
    }
  }

  private async fail(page: LeasedPage, failure: ConversionError): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const saved = await this.pages.fail(page, failure.reason, tx);
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

/** Replaces the image names of the converter with object keys. */
function withImageKeys(content: PageContent, keyOf: (name: string) => string): PageContent {
  const items = content.items.map((item): ContentItem => {
    if (item.type === 'figure') return { ...item, src: keyOf(item.src) };
    if (item.type === 'math' && item.src) return { ...item, src: keyOf(item.src) };
    return item;
  });
  return { ...content, items };
}
