import type { PageContent } from '@hamkhan/contracts/content';
import type { Identity } from '@hamkhan/contracts/identity';
import type {
  TranslationBudgetResponse,
  TranslationCostResponse,
  TranslationEstimate,
  TranslationUsage,
} from '@hamkhan/contracts/http/translation-cost';
import { addUsage, costOf, noUsage, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import { AppError } from '@hamkhan/platform/app-error';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import type { TranslationLevel } from '../../infra/translator/translator.js';
import { TRANSLATOR } from '../../infra/translator/translator.provider.js';
import type { Translator } from '../../infra/translator/translator.js';
import { PageCostRepository } from '../pages/page-cost.repository.js';
import { PageWorkRepository, type LeasedPage } from '../pages/page-work.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { unitsOf } from '../page-text/units.domain.js';
import { mayManage } from '../runs/run-access.domain.js';
import { DAILY_BUDGET_REACHED, DailyBudget } from './daily-budget.service.js';
import { estimateOf, pageTokens, type LevelPrices } from './estimate.domain.js';

/** The reason of pages that wait because the budget of their document is spent. */
export const BUDGET_REACHED = 'budget_reached';
/** A page may be requested twice, if a quality check fails, so twice its expected cost is reserved. */
const SAFETY = 2;
/** Tokens of the term search: a sample, the book's own summary, the prompt and the longest response. */
const TERM_TOKENS = { promptTokens: 5_000, completionTokens: 5_000 };

/** A limit on cost, and what counts towards it. */
type Limit = {
  reason: typeof BUDGET_REACHED | typeof DAILY_BUDGET_REACHED;
  budget: number;
  totals: () => Promise<{ spent: number; reserved: number }>;
};

/** Estimates the cost of a translation, reports it, and keeps it within the budgets of the document and of its owner. */
@Injectable()
export class CostService {
  private readonly prices: LevelPrices;

  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageWorkRepository,
    private readonly pageCosts: PageCostRepository,
    private readonly dailyBudget: DailyBudget,
    private readonly outbox: Outbox,
    @Inject(TRANSLATOR) private readonly translator: Translator,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {
    this.prices = { 1: config.OPENAI_PRICES_LEVEL1, 2: config.OPENAI_PRICES_LEVEL2 };
  }

  /** Stores and publishes the expected cost of a document, unless the engine uses no tokens. */
  async estimate(
    run: Pick<RunRow, '_id' | 'language'>,
    document: { pages: number; charsPerPage: number | null },
    tx: Tx,
  ): Promise<void> {
    if (!this.translator.findTerms) return;
    const estimate = estimateOf({ ...document, language: run.language }, this.prices);
    const stored: TranslationEstimate = {
      pages: estimate.pages,
      prompt_tokens: estimate.promptTokens,
      completion_tokens: estimate.completionTokens,
      cost: estimate.cost,
      currency: this.config.TRANSLATION_CURRENCY,
      basis: estimate.basis,
    };
    const version = await this.runs.saveEstimate(run._id, stored, tx);
    if (version === null) return;
    await this.outbox.add(
      'pipeline.document.estimated',
      { aggregateId: run._id, aggregateVersion: version, data: { documentId: run._id, estimate: stored } },
      tx,
    );
  }

  /**
   * Reserves the expected cost of a page. Otherwise returns the reason why the page waits, or `retry`: a budget may have room once the
   * pages that are being translated are done.
   */
  async reserve(
    run: RunRow,
    page: LeasedPage,
    level: TranslationLevel,
    content: PageContent,
  ): Promise<'granted' | 'retry' | Limit['reason']> {
    const price = this.prices[level];
    const limits = this.limitsOf(run);
    if (limits.length === 0 || !price) return 'granted';
    const chars = unitsOf(content).reduce((sum, { text }) => sum + text.length, 0);
    const expected = costOf(pageTokens(chars, run.language, level), price) * SAFETY;
    await this.pageCosts.reserve(page, expected);
    for (const { reason, budget, totals } of limits) {
      const { spent, reserved } = await totals();
      if (spent + reserved <= budget) continue;
      await this.pageCosts.reserve(page, 0);
      return spent + expected > budget ? reason : 'retry';
    }
    return 'granted';
  }

  /** Counts the cost of a request towards the owner's budget of today. It was paid for, even if its result is lost later. */
  async charge(ownerId: string, { cost }: TokenUsage): Promise<void> {
    if (cost) await this.dailyBudget.add(ownerId, cost);
  }

  /** Whether the budgets have room for the term search. */
  async allowsTerms(run: RunRow): Promise<boolean> {
    const price = this.prices[2];
    if (!price) return true;
    for (const { budget, totals } of this.limitsOf(run)) {
      const { spent, reserved } = await totals();
      if (spent + reserved + costOf(TERM_TOKENS, price) > budget) return false;
    }
    return true;
  }

  /** @throws DOCUMENTS.NOT_FOUND */
  async report(name: string, user: Identity): Promise<TranslationCostResponse> {
    const run = await this.find(name, user);
    const rows = await this.pageCosts.usages(run._id);
    const spent = rows.reduce(
      (sum, { usage1, usage2 }) => addUsage(addUsage(sum, usage1), usage2),
      addUsage(noUsage(), run.documentUsage ?? noUsage()),
    );
    return {
      status: 'success',
      currency: this.config.TRANSLATION_CURRENCY,
      estimate: run.estimate ?? null,
      budget: this.budgetOf(run),
      paused: rows.some(({ reason }) => reason === BUDGET_REACHED),
      spent: toUsage(spent),
      pages: rows
        .filter(({ usage1, usage2 }) => usage1.requests + usage2.requests > 0)
        .map(({ pageNumber, usage1, usage2 }) => ({
          page_number: pageNumber,
          level1: toUsage(usage1),
          level2: toUsage(usage2),
        })),
    };
  }

  /** Sets a document's budget and wakes the pages that waited for it. @throws DOCUMENTS.NOT_FOUND, COMMON.FORBIDDEN above the operator's maximum */
  async setBudget(name: string, user: Identity, budget: number): Promise<TranslationBudgetResponse> {
    const run = await this.find(name, user);
    const most = this.config.TRANSLATION_BUDGET_MAX;
    const isStaff = user.isStaff || user.isSuperuser;
    if (most !== undefined && budget > most && !isStaff) throw new AppError('COMMON.FORBIDDEN');
    await this.runs.setBudget(run._id, budget);
    const resumed = await this.pages.wake(BUDGET_REACHED, { documentId: run._id });
    return { status: 'success', budget, resumed_pages: resumed };
  }

  private limitsOf(run: RunRow): Limit[] {
    const limits: Limit[] = [];
    const budget = this.budgetOf(run);
    if (budget !== null)
      limits.push({ reason: BUDGET_REACHED, budget, totals: () => this.documentTotals(run) });
    const daily = this.dailyBudget.budgetOf(run);
    if (daily !== null)
      limits.push({
        reason: DAILY_BUDGET_REACHED,
        budget: daily,
        totals: () => this.dailyBudget.totals(run),
      });
    return limits;
  }

  private async documentTotals(run: RunRow): Promise<{ spent: number; reserved: number }> {
    const { spent, reserved } = await this.pageCosts.totals(run._id);
    return { spent: spent + (run.documentUsage?.cost ?? 0), reserved };
  }

  private budgetOf(run: RunRow): number | null {
    return run.budget ?? this.config.TRANSLATION_BUDGET ?? null;
  }

  private async find(name: string, user: Identity): Promise<RunRow> {
    const run = await this.runs.findByName(name);
    if (!run || !mayManage(run, user)) throw new AppError('DOCUMENTS.NOT_FOUND');
    return run;
  }
}

const toUsage = ({ requests, promptTokens, completionTokens, cost }: TokenUsage): TranslationUsage => ({
  requests,
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  ...(cost === undefined ? {} : { cost }),
});
