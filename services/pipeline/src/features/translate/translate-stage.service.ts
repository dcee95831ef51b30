import type { PageContent } from '@hamkhan/contracts/content';
import type { EventData, EventType } from '@hamkhan/contracts/events/registry';
import type { TranslatorCode, TranslatorParams } from '@hamkhan/contracts/translator-status';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { isOutage } from '@hamkhan/platform/outage';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { TRANSLATOR } from '../../infra/translator/translator.provider.js';
import { TranslatorError, type Translator } from '../../infra/translator/translator.js';
import { BUDGET_REACHED, CostService } from '../cost/cost.service.js';
import { BookMemoryService, type BookMemory } from '../glossary/book-memory.service.js';
import { holdMs, isAwaitedRank, isExhausted, retryDelayMs } from '../pages/page.domain.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { PageRepository, type LeasedPage } from '../pages/page.repository.js';
import type { PageSides } from '../pages/page.schema.js';
import { RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { keepLease, LeaseLostError } from '../scheduling/keep-lease.js';
import { TranslationMemory } from '../translation-memory/translation-memory.service.js';
import { ENGINE_TROUBLE } from './engine-trouble.js';
import { edgesOf, joinOf, type PageJoins } from './page-joins.domain.js';
import type { PageTranslation } from './page-translation.js';
import { translatePage } from './translate-page.service.js';

const ENGINE_RETRY_MS = 30_000;
/** How often a page looks whether the memory of its book is made. */
const BOOK_WAIT_MS = 500;
/** How often a page looks whether those under way have left something of the budget. */
const BUDGET_WAIT_MS = 1_000;
/** The summary so far: a sentence for each of so many pages before, and what the book is about. */
const SUMMARY_PAGES = 10;

/** A page about to be translated, and what the pages beside it have to do with it. */
type PageView = {
  page: LeasedPage;
  content: PageContent;
  joins: PageJoins;
  joined: PageSides;
  /** Its last paragraph may go on on the next page, whose text is on its way. */
  isOpenEnded: boolean;
  before: string;
  after: string;
  beforeTranslation: string;
};

/** The stages `translate1` and `translate2`: takes the most wanted page, translates it, tells the others. */
@Injectable()
export class TranslateStageService implements OnApplicationBootstrap {
  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageRepository,
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

  /** Pages that waited for a translator go on when a process starts that has one. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.translator.levels.length > 0) await this.pages.wake('not_configured');
  }

  /** Translates the most wanted page by one level; does nothing when none waits. */
  async translateNext(signal: AbortSignal): Promise<void> {
    const page = await this.pages.claim(['translate1', 'translate2']);
    if (!page) return;
    const run = await this.runs.find(page.documentId);
    if (!run || !page.content) return this.pages.release([page._id], page.leaseToken, 5_000);
    const level = page.stage === 'translate1' ? 1 : 2;
    try {
      if (isExhausted(page.attempts, page.crashes)) throw new TranslatorError('engine_crashed');
      const view = await this.lookAround(run, page, page.content);
      const hold = level === 1 && view.isOpenEnded ? holdMs(page.rank, page.heldSince, new Date()) : null;
      if (hold !== null) return await this.pages.hold(page, hold);
      await keepLease(
        () => this.pages.renew(page.leaseToken),
        signal,
        async (held) => {
          const isAwaited = isAwaitedRank(page.rank);
          const book = await this.books.open(run, { isAwaited, level }, held);
          if (!book) return this.pages.defer(page, BOOK_WAIT_MS);
          const grant = await this.costs.setAside(run, page, level, view.content);
          if (grant === 'later') return this.pages.release([page._id], page.leaseToken, BUDGET_WAIT_MS);
          if (grant === 'reached') return this.wait(page, BUDGET_REACHED, {}, null);
          if (level === 1) await this.begin(view);
          const translation = await this.translate(run, book, view, level, held);
          await this.save(view, level, book.revision, translation);
        },
      );
    } catch (error) {
      await this.settle(page, error, signal);
    }
  }

  /** The page with what its neighbours have to do with it: paragraphs that go from one to the other, and the text around. */
  private async lookAround(run: RunRow, page: LeasedPage, content: PageContent): Promise<PageView> {
    const { before, after } = await this.pages.neighbours(page);
    const { language } = run;
    const joins: PageJoins = {};
    const head = before?.content && joinOf(before.content, content, language);
    if (head) joins.head = { edge: head.head, join: head.join };
    const tail = after?.content && joinOf(content, after.content, language);
    if (tail) joins.tail = { edge: tail.tail, join: tail.join };
    const waitsForNext = after !== undefined && after.content === null && after.stage === 'extract';
    return {
      page,
      content,
      joins,
      joined: { head: joins.head !== undefined, tail: joins.tail !== undefined },
      isOpenEnded: waitsForNext && edgesOf(content, language).tail !== undefined,
      before: lastText(before?.content),
      after: firstText(after?.content),
      beforeTranslation: lastText(before?.level2 ?? before?.level1),
    };
  }

  private async begin({ page, joined }: PageView): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const saved = await this.pages.begin(page, joined, tx);
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
    { page, content, joins, before, after, beforeTranslation }: PageView,
    level: 1 | 2,
    signal: AbortSignal,
  ): Promise<PageTranslation> {
    const pageSummaries =
      level === 2 ? await this.pages.summariesBefore(page.documentId, page.pageNumber, SUMMARY_PAGES) : [];
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

  private async save(
    view: PageView,
    level: 1 | 2,
    glossaryRevision: number,
    translation: PageTranslation,
  ): Promise<void> {
    const { page, joined } = view;
    if (translation.outcome === 'waiting') return this.wait(page, translation.code, {}, null);
    const { content, usage, joinedTranslations, pageSummary } = translation;
    await this.tell(
      page,
      'pipeline.page.translated',
      async (tx) => {
        if (level === 2) {
          const saved = await this.pages.saveFinal(page, { content, usage, glossaryRevision }, tx);
          if (saved && this.config.SPEECH_ENGINE !== 'off')
            await this.tasks.request('speech', page, false, tx);
          return saved;
        }
        const draft = {
          content,
          joinedTranslations,
          usage,
          joined,
          glossaryRevision,
          ...(pageSummary ? { pageSummary } : {}),
        };
        const saved = await this.pages.saveDraft(page, draft, tx);
        const { documentId, pageNumber } = page;
        if (saved && joined.head) await this.pages.expectJoin(documentId, pageNumber - 1, 'tail', tx);
        if (saved && joined.tail) await this.pages.expectJoin(documentId, pageNumber + 1, 'head', tx);
        return saved;
      },
      { level, content },
    );
  }

  private async wait(
    page: LeasedPage,
    code: TranslatorCode,
    params: TranslatorParams,
    retryMs: number | null,
  ): Promise<void> {
    if (page.reason === code) {
      await this.pages.release([page._id], page.leaseToken, retryMs ?? ENGINE_RETRY_MS);
      return;
    }
    await this.tell(
      page,
      'pipeline.page.translation-waiting',
      (tx) => this.pages.wait(page, code, retryMs, tx),
      { reason: code, params: defined(params) },
    );
  }

  /** What a failure means: later, waiting for the engine, or given up. */
  private async settle(page: LeasedPage, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof LeaseLostError) return;
    if (signal.aborted) return this.pages.release([page._id], page.leaseToken, 0);
    if (isOutage(error) && !(error instanceof TranslatorError)) {
      return this.pages.release([page._id], page.leaseToken, 1_000);
    }
    const failure =
      error instanceof TranslatorError ? error : new TranslatorError('engine_crashed', { cause: error });
    await this.pages.addUsage(page, page.stage === 'translate1' ? 1 : 2, failure.usage);
    if (ENGINE_TROUBLE.has(failure.code)) {
      this.logger.warn({ err: error, pageId: page._id }, 'the translator is not to be had; the page waits');
      return this.wait(page, failure.code, failure.params, failure.retryAfterMs ?? ENGINE_RETRY_MS);
    }
    const attempts = page.attempts + 1;
    this.logger.warn({ err: error, pageId: page._id, attempts }, 'a page could not be translated');
    if (!isExhausted(attempts, page.crashes)) {
      await this.pages.noteFailure(page, failure.retryAfterMs ?? retryDelayMs(attempts));
      return;
    }
    await this.tell(
      page,
      'pipeline.page.translation-failed',
      (tx) => this.pages.giveUp(page, failure.code, tx),
      { reason: failure.code, params: defined(failure.params) },
    );
  }

  /** A write under the fence and the event that tells of it, in one transaction. @throws LeaseLostError */
  private async tell<T extends Extract<EventType, `pipeline.page.${string}`>>(
    page: LeasedPage,
    type: T,
    write: (tx: Tx) => Promise<{ version: number } | null>,
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

type Items = Pick<PageContent, 'items'>;
const texts = (content: Items | null | undefined): string[] =>
  (content?.items ?? []).flatMap((item) =>
    item.type === 'text' || item.type === 'heading' ? [item.content] : [],
  );
const lastText = (content: Items | null | undefined): string => texts(content).at(-1) ?? '';
const firstText = (content: Items | null | undefined): string => texts(content)[0] ?? '';

const defined = (params: TranslatorParams): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
