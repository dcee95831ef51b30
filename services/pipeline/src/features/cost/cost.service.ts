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
import { PageRepository, type LeasedPage } from '../pages/page.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { unitsOf } from '../translate/units.domain.js';
import { mayManage } from '../runs/run-access.domain.js';
import { estimateOf, pageTokens, type LevelPrices } from './estimate.domain.js';

/** The reason pages wait for when a budget is reached. */
export const BUDGET_REACHED = 'budget_reached';
/** A page may be asked for twice, where a check complains: that much is set aside before it begins. */
const SAFETY = 2;
/** Finding terms and what the book is about: a sample, the book's own summary, the prompt and the longest answer, in tokens. */
const TERM_TOKENS = { promptTokens: 5_000, completionTokens: 5_000 };

/** What translating costs: estimated before, counted after, and held within a document's budget. */
@Injectable()
export class CostService {
  private readonly prices: LevelPrices;

  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageRepository,
    private readonly outbox: Outbox,
    @Inject(TRANSLATOR) private readonly translator: Translator,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {
    this.prices = { 1: config.OPENAI_PRICES_LEVEL1, 2: config.OPENAI_PRICES_LEVEL2 };
  }

  /** Stores what a document will cost, and tells of it; nothing where the engine takes no tokens. */
  async estimate(
    run: Pick<RunRow, '_id' | 'language'>,
    document: { pages: number; charsPerPage: number | null },
    tx: Tx,
  ): Promise<void> {
    if (!this.translator.findTerms) return;
    const estimate = estimateOf({ ...document, language: run.language }, this.prices);
    const told: TranslationEstimate = {
      pages: estimate.pages,
      prompt_tokens: estimate.promptTokens,
      completion_tokens: estimate.completionTokens,
      cost: estimate.cost,
      currency: this.config.TRANSLATION_CURRENCY,
      basis: estimate.basis,
    };
    const version = await this.runs.saveEstimate(run._id, told, tx);
    if (version === null) return;
    await this.outbox.add(
      'pipeline.document.estimated',
      { aggregateId: run._id, aggregateVersion: version, data: { documentId: run._id, estimate: told } },
      tx,
    );
  }

  /**
   * Sets aside what a page may cost before it begins. `reached`: the budget has no room for it. `later`: pages that are under way
   * may still use what is left.
   */
  async setAside(
    run: RunRow,
    page: LeasedPage,
    level: TranslationLevel,
    content: PageContent,
  ): Promise<'granted' | 'later' | 'reached'> {
    const price = this.prices[level];
    const budget = this.budgetOf(run);
    if (budget === null || !price) return 'granted';
    const chars = unitsOf(content).reduce((sum, { text }) => sum + text.length, 0);
    const need = costOf(pageTokens(chars, run.language, level), price) * SAFETY;
    await this.pages.setAside(page, need);
    const { spent, setAside } = await this.pages.money(run._id);
    const all = spent + (run.bookUsage?.cost ?? 0);
    if (all + setAside <= budget) return 'granted';
    await this.pages.setAside(page, 0);
    return all + need > budget ? 'reached' : 'later';
  }

  /** Whether a document's budget has room for finding its terms. */
  async allowsTerms(run: RunRow): Promise<boolean> {
    const price = this.prices[2];
    const budget = this.budgetOf(run);
    if (budget === null || !price) return true;
    const { spent, setAside } = await this.pages.money(run._id);
    return spent + setAside + (run.bookUsage?.cost ?? 0) + costOf(TERM_TOKENS, price) <= budget;
  }

  /** @throws DOCUMENTS.NOT_FOUND */
  async report(name: string, user: Identity): Promise<TranslationCostResponse> {
    const run = await this.find(name, user);
    const rows = await this.pages.usages(run._id);
    const spent = rows.reduce(
      (sum, { usage1, usage2 }) => addUsage(addUsage(sum, usage1), usage2),
      addUsage(noUsage(), run.bookUsage ?? noUsage()),
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

  /** Sets a document's budget; pages that waited for it go on. @throws DOCUMENTS.NOT_FOUND, COMMON.FORBIDDEN above what the operator allows. */
  async setBudget(name: string, user: Identity, budget: number): Promise<TranslationBudgetResponse> {
    const run = await this.find(name, user);
    const most = this.config.TRANSLATION_BUDGET_MAX;
    const isStaff = user.isStaff || user.isSuperuser;
    if (most !== undefined && budget > most && !isStaff) throw new AppError('COMMON.FORBIDDEN');
    await this.runs.setBudget(run._id, budget);
    const resumed = await this.pages.wake(BUDGET_REACHED, { documentId: run._id });
    return { status: 'success', budget, resumed_pages: resumed };
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
