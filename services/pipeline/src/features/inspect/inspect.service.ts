import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { holdLease, LeaseLostError } from '@hamkhan/platform/lease/hold-lease';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { isOutage } from '@hamkhan/platform/outage';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { conversionReasonStatus } from '@hamkhan/contracts/conversion-reasons';
import { Injectable } from '@nestjs/common';
import { ConversionError } from '@hamkhan/converter/conversion-error';
import type { Inspection } from '@hamkhan/converter/converter';
import { DocumentConverter } from '@hamkhan/converter/document-converter';
import { MetadataService } from '../metadata/metadata.service.js';
import { CostService } from '../cost/cost.service.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { isExhausted, retryDelayMs } from '../pages/page.domain.js';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { RunRepository, type LeasedRun } from '../runs/run.repository.js';
import { SourceFileService } from '../source-file/source-file.service.js';
import { isPersian } from './persian-text.domain.js';
import { detectLanguage } from '@hamkhan/converter/metadata/detect-language';

/** The first stage: determines the metadata and the number of pages of a document, or why it cannot be read. */
@Injectable()
export class InspectService {
  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageWorkRepository,
    private readonly tasks: PageTaskRepository,
    private readonly sources: SourceFileService,
    private readonly converter: DocumentConverter,
    private readonly costs: CostService,
    private readonly metadata: MetadataService,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Inspects the oldest document of the next owner; does nothing if none waits. */
  async inspectNext(signal: AbortSignal): Promise<void> {
    const run = await this.runs.claim();
    if (!run) return;
    try {
      if (isExhausted(0, run.crashes)) throw new ConversionError('crashed');
      const inspection = await holdLease(
        () => this.runs.renew(run),
        signal,
        (held) => this.inspect(run, held),
      );
      await this.open(run, inspection);
    } catch (error) {
      await this.settle(run, error, signal);
    }
  }

  private async inspect(run: LeasedRun, signal: AbortSignal): Promise<Inspection> {
    const { kind, language } = run;
    // The documents of someone who uploads many get less of the processor than the only document of another.
    const isAwaited = !(await this.runs.hasOthersQueued(run));
    const inspection = await this.sources.use(run.objectKey, (file) =>
      this.converter.inspect({ file, kind, language, isAwaited, signal }),
    );
    if (isPersian(inspection.sample)) throw new ConversionError('already_persian');
    return inspection;
  }

  private async open(run: LeasedRun, inspection: Inspection): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const { totalPages } = inspection;
      const title = inspection.title?.slice(0, 1_000) ?? null;
      const saved = await this.runs.finishInspection(run, { state: 'running', totalPages, title }, tx);
      if (!saved) return;
      await this.pages.createAll(run._id, run.ownerId, totalPages, tx);
      const document = { documentId: run._id, ownerId: run.ownerId };
      await this.tasks.createImages(document, run.kind === 'epub' ? 1 : totalPages, tx);
      await this.costs.estimate(run, { pages: totalPages, charsPerPage: null }, tx);
      await this.outbox.add(
        'pipeline.document.inspected',
        {
          aggregateId: run._id,
          aggregateVersion: saved.version,
          data: {
            documentId: run._id,
            totalPages,
            title,
            authors: (inspection.authors ?? []).slice(0, 50).map((author) => author.slice(0, 300)),
            year: inspection.year ?? null,
            detectedLanguage: detectLanguage(inspection.sample),
          },
        },
        tx,
      );
      const { subtitle, summary, tags } = inspection;
      const file = { ...(subtitle && { subtitle }), ...(summary && { summary }), ...(tags && { tags }) };
      await this.metadata.saveFileMetadata(run._id, file, tx);
    });
  }

  private async settle(run: LeasedRun, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof LeaseLostError) return;
    if (signal.aborted) return this.runs.release(run, 0, false);
    if (isOutage(error)) return this.runs.release(run, 1_000, false);
    const failure =
      error instanceof ConversionError ? error : new ConversionError('crashed', {}, { cause: error });
    if (!(error instanceof ConversionError))
      this.logger.error({ err: error, documentId: run._id }, 'the inspection failed');
    const attempts = run.attempts + 1;
    if (failure.reason === 'crashed' && !isExhausted(attempts, run.crashes)) {
      return this.runs.release(run, retryDelayMs(attempts), true);
    }
    await this.end(run, failure);
  }

  private async end(run: LeasedRun, failure: ConversionError): Promise<void> {
    const state = conversionReasonStatus(failure.reason);
    await this.unitOfWork.run(async (tx) => {
      const saved = await this.runs.finishInspection(run, { state }, tx);
      if (!saved) return;
      const event = {
        aggregateId: run._id,
        aggregateVersion: saved.version,
        data: {
          documentId: run._id,
          reason: failure.reason,
          params: failure.params as Record<string, string | number>,
        },
      };
      await this.outbox.add(
        state === 'failed' ? 'pipeline.document.failed' : 'pipeline.document.skipped',
        event,
        tx,
      );
    });
  }
}
