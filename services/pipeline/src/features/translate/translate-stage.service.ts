import type { EventData, EventType } from '@hamkhan/contracts/events/registry';
import type { TranslatorCode, TranslatorParams } from '@hamkhan/contracts/translator-status';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { holdLease, LeaseLostError } from '@hamkhan/platform/lease/hold-lease';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { isOutage } from '@hamkhan/platform/outage';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { TRANSLATOR } from '../../infra/translator/translator.provider.js';
import { TranslatorError, type Translator } from '../../infra/translator/translator.js';
import { CostService } from '../cost/cost.service.js';
import { BookMemoryService, type BookMemory } from '../glossary/book-memory.service.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { holdMs, isAwaitedRank, isExhausted, retryDelayMs } from '../pages/page.domain.js';
import { PageContentRepository } from '../pages/page-content.repository.js';
import { PageCostRepository } from '../pages/page-cost.repository.js';
import { PageWorkRepository, type LeasedPage, type Saved } from '../pages/page-work.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { TranslationMemory } from '../translation-memory/translation-memory.service.js';
import { pageContext, type PageContext } from './page-context.domain.js';
import type { PageTranslation } from './page-translation.js';
import { translatePage } from './translate-page.js';
import { WAITING_CODES } from '../../infra/translator/waiting-codes.js';

const ENGINE_RETRY_MS = 30_000;
/** How often a page checks whether its book memory is ready. */
const BOOK_MEMORY_WAIT_MS = 500;
/** How often a page checks whether running translations have left some of the budget. */
const BUDGET_WAIT_MS = 1_000;
/** How many page summaries go into the prompt of a later page. */
const SUMMARY_PAGES = 10;

type Level = 1 | 2;

/** The stages `translate1` and `translate2`. */
@Injectable()
export class TranslateStageService implements OnApplicationBootstrap {
  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageWorkRepository,
    private readonly contents: PageContentRepository,
    private readonly pageCosts: PageCostRepository,
    private readonly memory: TranslationMemory,
    private readonly books: BookMemoryService,
    private readonly costs: CostService,
    private readonly tasks: PageTaskRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @Inject(TRANSLATOR) private readonly translator: Translator,
    @Inject(CONFIG) private readonly config: PipelineConfig,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** A process with a translator wakes the pages that waited for one. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.translator.levels.length > 0) await this.pages.wake('not_configured');
  }

  /** Translates the most wanted page by one level; does nothing if none waits. */
  async translateNext(signal: AbortSignal): Promise<void> {
    const page = await this.pages.claim(['translate1', 'translate2']);
    if (!page) return;
    const run = await this.runs.find(page.documentId);
    if (!run || !page.content) return this.pages.release([page], 5_000);
    const level = levelOf(page);
    try {
      if (isExhausted(page.attempts, page.crashes)) throw new TranslatorError('engine_crashed');
      const context = pageContext(page, page.content, await this.contents.neighbours(page), run.language);
      const hold = level === 1 && context.isOpenEnded ? holdMs(page.rank, page.heldSince, new Date()) : null;
      if (hold !== null) return await this.pages.hold(page, hold);
      await holdLease(
        () => this.pages.renew(page.leaseToken),
        signal,
        (held) => this.translateLeased(run, context, level, held),
      );
    } catch (error) {
      await this.settle(page, error, signal);
    }
  }

  /** Translates a page if its book memory is ready and the budget has room; otherwise releases it. */
  private async translateLeased(
    run: RunRow,
    context: PageContext,
    level: Level,
    signal: AbortSignal,
  ): Promise<void> {
    const { page } = context;
    const book = await this.books.open(run, { isAwaited: isAwaitedRank(page.rank), level }, signal);
    if (!book) return this.pages.defer(page, BOOK_MEMORY_WAIT_MS);
    const reservation = await this.costs.reserve(run, page, level, context.content);
    if (reservation === 'retry') return this.pages.release([page], BUDGET_WAIT_MS);
    if (reservation !== 'granted') return this.wait(page, reservation, {}, null);
    if (level === 1) await this.publishStart(context);
    const translation = await this.translate(run, book, context, level, signal);
    await this.costs.charge(run.ownerId, translation.usage);
    if (translation.outcome === 'waiting') return this.wait(page, translation.code, {}, null);
    if (level === 1) await this.saveDraft(context, book.revision, translation);
    else await this.saveFinal(page, book.revision, translation);
  }

  private async publishStart({ page, joined }: PageContext): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const saved = await this.contents.beginDraft(page, joined, tx);
      if (!saved) throw new LeaseLostError();
      if (page.reason !== null) return;
      const { documentId, pageNumber } = page;
      await this.outbox.add(
        'pipeline.page.translation-started',
        {
          aggregateId: page._id,
          aggregateVersion: saved.version,
          data: { documentId, pageNumber, level: 1 },
        },
        tx,
      );
    });
  }

  private async translate(
    run: RunRow,
    book: BookMemory,
    { page, content, joins, before, after, beforeTranslation }: PageContext,
    level: Level,
    signal: AbortSignal,
  ): Promise<PageTranslation> {
    const pageSummaries =
      level === 2 ? await this.contents.summariesBefore(page.documentId, page.pageNumber, SUMMARY_PAGES) : [];
    const summary =
      level === 2 ? [book.summary, ...pageSummaries].filter((part) => part !== '').join(' ') : '';
    return translatePage(
      { translator: this.translator, memory: this.memory },
      {
        content,
        joins,
        source: run.language,
        target:
          level === 2 && page.level1
            ? { level: 2, level1: page.level1, joinedTranslations: page.joinedTranslations ?? undefined }
            : { level: 1 },
        ownerId: page.ownerId,
        context: {
          title: run.title ?? run.fileName,
          ...(summary ? { summary } : {}),
          glossary: book.glossary,
          before,
          after,
          beforeTranslation,
        },
        digits: this.config.TRANSLATION_DIGITS,
      },
      signal,
    );
  }

  private async saveDraft(
    { page, joined }: PageContext,
    glossaryRevision: number,
    { content, usage, joinedTranslations, pageSummary }: Translated,
  ): Promise<void> {
    const { documentId, pageNumber } = page;
    const draft = {
      ...{ content, joinedTranslations, usage, joined, glossaryRevision },
      ...(pageSummary ? { pageSummary } : {}),
    };
    const write = async (tx: Tx): Promise<Saved | null> => {
      const saved = await this.contents.saveDraft(page, draft, tx);
      if (saved && joined.head) await this.contents.requestJoin(documentId, pageNumber - 1, 'tail', tx);
      if (saved && joined.tail) await this.contents.requestJoin(documentId, pageNumber + 1, 'head', tx);
      return saved;
    };
    await this.publish(page, 'pipeline.page.translated', write, { level: 1, content });
  }

  private async saveFinal(
    page: LeasedPage,
    glossaryRevision: number,
    { content, usage }: Translated,
  ): Promise<void> {
    const write = async (tx: Tx): Promise<Saved | null> => {
      const saved = await this.contents.saveFinal(page, { content, usage, glossaryRevision }, tx);
      if (saved && this.config.SPEECH_ENGINE !== 'off') await this.tasks.requestSpeech(page, false, tx);
      return saved;
    };
    await this.publish(page, 'pipeline.page.translated', write, { level: 2, content });
  }

  private async wait(
    page: LeasedPage,
    code: TranslatorCode,
    params: TranslatorParams,
    retryMs: number | null,
  ): Promise<void> {
    if (page.reason === code) return this.pages.release([page], retryMs ?? ENGINE_RETRY_MS);
    await this.publish(
      page,
      'pipeline.page.translation-waiting',
      (tx) => this.pages.wait(page, code, retryMs, tx),
      { reason: code, params: defined(params) },
    );
  }

  /** Decides what a failure means for the page: retry later, wait for the engine, or fail. */
  private async settle(page: LeasedPage, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof LeaseLostError) return;
    if (signal.aborted) return this.pages.release([page], 0);
    if (isOutage(error) && !(error instanceof TranslatorError)) return this.pages.release([page], 1_000);
    const failure =
      error instanceof TranslatorError ? error : new TranslatorError('engine_crashed', { cause: error });
    await this.pageCosts.addUsage(page, levelOf(page), failure.usage);
    await this.costs.charge(page.ownerId, failure.usage);
    if (WAITING_CODES.has(failure.code)) {
      this.logger.warn({ err: error, pageId: page._id }, 'translator unavailable; the page will retry');
      return this.wait(page, failure.code, failure.params, failure.retryAfterMs ?? ENGINE_RETRY_MS);
    }
    const attempts = page.attempts + 1;
    this.logger.warn({ err: error, pageId: page._id, attempts }, 'the translation of a page failed');
    if (!isExhausted(attempts, page.crashes)) {
      await this.pages.recordFailure(page, failure.retryAfterMs ?? retryDelayMs(attempts));
      return;
    }
    await this.publish(
      page,
      'pipeline.page.translation-failed',
      (tx) => this.pages.fail(page, failure.code, tx),
      { reason: failure.code, params: defined(failure.params) },
    );
  }

  /** Runs a fenced write and publishes its event in one transaction. @throws LeaseLostError */
  private async publish<T extends Extract<EventType, `pipeline.page.${string}`>>(
    page: LeasedPage,
    type: T,
    write: (tx: Tx) => Promise<Saved | null>,
    rest: Omit<EventData<T>, 'documentId' | 'pageNumber'>,
  ): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const saved = await write(tx);
      if (!saved) throw new LeaseLostError();
      const data = { documentId: page.documentId, pageNumber: page.pageNumber, ...rest } as EventData<T>;
      await this.outbox.add(type, { aggregateId: page._id, aggregateVersion: saved.version, data }, tx);
    });
  }
}

type Translated = Extract<PageTranslation, { outcome: 'translated' }>;

const levelOf = ({ stage }: LeasedPage): Level => (stage === 'translate1' ? 1 : 2);

const defined = (params: TranslatorParams): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
