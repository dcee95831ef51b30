import { holdLease, LeaseLostError } from '@hamkhan/platform/lease/hold-lease';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { TRANSLATOR } from '../../infra/translator/translator.provider.js';
import { TranslatorError, type GlossaryTerm, type Translator } from '../../infra/translator/translator.js';
import { CostService } from '../cost/cost.service.js';
import { PageContentRepository } from '../pages/page-content.repository.js';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { RunRepository, type TermsLease } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { GlossaryRepository } from './glossary.repository.js';
import { FIRST_PAGES, TermSearchService } from './term-search.service.js';

/** After a failed term search pages are translated without it for this time. If the engine is down, they report it themselves. */
const COOL_DOWN_MS = 30_000;
const MAX_CACHED = 50;

/** What the book as a whole contributes to the prompts of a page. */
export type BookMemory = { glossary: readonly GlossaryTerm[]; summary: string; revision: number };

/**
 * The glossary and the summary of a book. They are made once, from the first pages, before pages are translated. Only the
 * draft of a page that a reader awaits does not wait for them.
 */
@Injectable()
export class BookMemoryService {
  private readonly cache = new LRUCache<string, { revision: number; glossary: GlossaryTerm[] }>({
    max: MAX_CACHED,
  });

  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageWorkRepository,
    private readonly contents: PageContentRepository,
    private readonly glossary: GlossaryRepository,
    private readonly costs: CostService,
    private readonly termSearch: TermSearchService,
    @Inject(TRANSLATOR) private readonly translator: Translator,
  ) {}

  /**
   * The memory of a book. Makes it if no other worker does; returns null while another worker makes it or the first pages have no
   * text yet. For an awaited page it returns what exists: the draft never waits, the second level only for the engine.
   */
  async open(
    run: RunRow,
    page: { isAwaited: boolean; level: 1 | 2 },
    signal: AbortSignal,
  ): Promise<BookMemory | null> {
    if ((page.isAwaited && page.level === 1) || !(await this.isSearchOpen(run))) return this.read(run);
    const { termsLeaseToken: token, termsAvailableAt: availableAt } = run;
    const isCoolingDown = token === null && availableAt !== null && availableAt > new Date();
    if (isCoolingDown) return this.read(run);
    if (!(await this.contents.areExtracted(run._id, FIRST_PAGES)))
      return page.isAwaited ? this.read(run) : null;
    const lease = await this.runs.claimTerms(run._id);
    if (!lease) return null;
    if (!(await this.search(run, lease, signal))) return null;
    await this.pages.endDeferral(run._id);
    return this.read((await this.runs.find(run._id)) ?? run);
  }

  /** Searches for terms under a lease. False if another worker has taken over. */
  private async search(run: RunRow, lease: TermsLease, signal: AbortSignal): Promise<boolean> {
    try {
      await holdLease(
        () => this.runs.renewTerms(lease),
        signal,
        (held) => this.termSearch.run(run, lease, held),
      );
      return true;
    } catch (error) {
      if (error instanceof LeaseLostError && !signal.aborted) return false;
      const isEngineFailure = error instanceof TranslatorError && !signal.aborted;
      if (isEngineFailure) {
        await this.runs.addUsage(run._id, error.usage);
        await this.costs.charge(run.ownerId, error.usage);
      }
      await this.runs.releaseTerms(lease, isEngineFailure ? COOL_DOWN_MS : 0);
      if (!isEngineFailure) throw error;
      return true;
    }
  }

  /** Whether terms are still to be searched. A search by rules only is repeated once an engine, or budget for it, is available. */
  private async isSearchOpen(run: RunRow): Promise<boolean> {
    if (run.termsState !== 'rules_only') return run.termsState === 'pending';
    return this.translator.findTerms !== undefined && this.costs.allowsTerms(run);
  }

  private async read(run: RunRow): Promise<BookMemory> {
    const revision = run.glossaryRevision ?? 0;
    const summary = run.summary ?? '';
    const cached = this.cache.get(run._id);
    if (cached?.revision === revision) return { glossary: cached.glossary, summary, revision };
    const terms = revision === 0 ? [] : await this.glossary.list(run._id);
    const glossary = terms
      .filter(({ translation }) => translation !== '')
      .map(({ term, translation, note }) => ({ term, translation, ...(note ? { note } : {}) }));
    this.cache.set(run._id, { revision, glossary });
    return { glossary, summary, revision };
  }
}
