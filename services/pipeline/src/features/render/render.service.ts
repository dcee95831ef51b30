import type { EventData } from '@hamkhan/contracts/events/registry';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { holdLease, LeaseLostError } from '@hamkhan/platform/lease/hold-lease';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { isOutage } from '@hamkhan/platform/outage';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable } from '@nestjs/common';
import { DocumentConverter } from '@hamkhan/converter/document-converter';
import type { RenderedPage } from '@hamkhan/converter/converter';
import { MAX_ATTEMPTS, pageId, retryDelayMs } from '../pages/page.domain.js';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { SourceFileService } from '../source-file/source-file.service.js';
import { PageImageBacklog } from '../page-tasks/page-image-backlog.service.js';
import { PageTaskRepository, type LeasedPageTask } from '../page-tasks/page-task.repository.js';

/** Renders page images and covers, beside the stages. Pages can be read without them. */
@Injectable()
export class RenderService {
  constructor(
    private readonly backlog: PageImageBacklog,
    private readonly tasks: PageTaskRepository,
    private readonly pages: PageWorkRepository,
    private readonly runs: RunRepository,
    private readonly sources: SourceFileService,
    private readonly converter: DocumentConverter,
    private readonly objects: ObjectStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Renders the next pages; does nothing if none waits. */
  async renderNext(signal: AbortSignal): Promise<void> {
    const batch = await this.backlog.claim();
    const [first] = batch;
    if (!first) return;
    const { leaseToken, attempts, documentId } = first;
    const run = await this.runs.find(documentId);
    if (!run || attempts >= MAX_ATTEMPTS) return this.tasks.discard(leaseToken);
    try {
      await holdLease(
        () => this.tasks.renew(leaseToken),
        signal,
        (held) => this.renderBatch(run, batch, held),
      );
      await this.tasks.discard(leaseToken);
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      const isTransient = signal.aborted || isOutage(error);
      if (!isTransient) this.logger.warn({ err: error, documentId }, 'rendering page images failed');
      const delayMs = isTransient ? 1_000 : retryDelayMs(attempts + 1);
      await this.tasks.release(leaseToken, delayMs, !isTransient);
    }
  }

  private async renderBatch(
    run: RunRow,
    batch: readonly LeasedPageTask[],
    signal: AbortSignal,
  ): Promise<void> {
    const open = new Map(batch.map((task) => [task.pageNumber, task]));
    const numbers = [...open.keys()];
    const range = { from: Math.min(...numbers), to: Math.max(...numbers) };
    await this.sources.use(run.objectKey, async (file) => {
      const job = { file, kind: run.kind, language: run.language, isAwaited: false, signal };
      for await (const page of this.converter.render(job, range)) {
        const task = open.get(page.pageNumber);
        if (task) await this.save(task, page);
      }
    });
  }

  private async save(task: LeasedPageTask, { of, images }: RenderedPage): Promise<void> {
    const { documentId, pageNumber } = task;
    const aggregateId = pageId(documentId, pageNumber);
    const stored: EventData<'pipeline.page.rendered'>['pictures'] = [];
    for (const { name, bytes, mediaType, width, height } of images) {
      const key = `images/${documentId}/${name}`;
      await this.objects.putBytes(key, Buffer.from(bytes), mediaType);
      stored.push({ key, width, height });
    }
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.tasks.finish(task, tx))) throw new LeaseLostError();
      const version = await this.pages.nextVersionOf(aggregateId, tx);
      if (version === null) return;
      const data = { documentId, pageNumber, of, pictures: stored };
      await this.outbox.add('pipeline.page.rendered', { aggregateId, aggregateVersion: version, data }, tx);
    });
  }
}
