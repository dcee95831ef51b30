import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { PageCostRepository } from '../pages/page-cost.repository.js';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { DailyCostRepository } from './daily-cost.repository.js';
import { dayOf } from './day.domain.js';

/** The reason of pages that wait because the budget of their owner for the day is spent. */
export const DAILY_BUDGET_REACHED = 'daily_budget_reached';

/** A page that was refused just before midnight may be stored as waiting a little after it. */
const LATE_MS = 60_000;

/** Limits what the translations of one owner cost on a day, over all documents. */
@Injectable()
export class DailyBudget {
  private wokenOn: string | null = null;

  constructor(
    private readonly costs: DailyCostRepository,
    private readonly pageCosts: PageCostRepository,
    private readonly pages: PageWorkRepository,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {}

  /** The owner's budget for a day; null for no limit. */
  budgetOf({ ownerIsStaff }: Pick<RunRow, 'ownerIsStaff'>): number | null {
    const { TRANSLATION_DAILY_BUDGET: readers, TRANSLATION_DAILY_BUDGET_STAFF: staff } = this.config;
    return (ownerIsStaff ? staff : readers) ?? null;
  }

  /** What the owner has spent today, and what is reserved for pages that are being translated. */
  async totals({ ownerId }: Pick<RunRow, 'ownerId'>): Promise<{ spent: number; reserved: number }> {
    const reserved = await this.pageCosts.reservedOf(ownerId);
    return { spent: await this.costs.spentOn(ownerId, dayOf(new Date())), reserved };
  }

  /** Adds to what the owner has spent today. */
  add(ownerId: string, cost: number): Promise<void> {
    return this.costs.add(ownerId, dayOf(new Date()), cost);
  }

  /** Wakes the pages that wait for a new day, on the first call of a day, and of a process: an operator may have raised the budget. */
  async wakeOnNewDay(now = new Date()): Promise<void> {
    const today = dayOf(new Date(now.getTime() - LATE_MS));
    if (this.wokenOn !== null && today <= this.wokenOn) return;
    await this.pages.wake(DAILY_BUDGET_REACHED);
    this.wokenOn = today;
  }
}
