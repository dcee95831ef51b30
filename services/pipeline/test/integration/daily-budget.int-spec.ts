import { describe, expect, it } from '@jest/globals';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DAILY_COST, type DailyCostRow } from '../../src/features/cost/daily-cost.schema.js';
import { DailyBudget } from '../../src/features/cost/daily-budget.service.js';
import {
  contentOf,
  createDocument,
  createWorker,
  endDelays,
  eventsOf,
  extract,
  never,
  pageRows,
  service,
  translateAll,
  useTranslationService,
} from './support/translation-service.js';

/** Room for a few pages at the prices of these tests. */
const BUDGET = 0.06;
const PAGES = 6;
const REASON = 'daily_budget_reached';
const DAY_MS = 86_400_000;

useTranslationService({ TRANSLATION_DAILY_BUDGET: String(BUDGET) });

const createExtracted = async (ownerId: string, ownerIsStaff = false): Promise<string> => {
  const id = await createDocument(PAGES, 'ready', { ownerId, ownerIsStaff });
  for (let n = 0; n < PAGES; n += 1)
    await extract(
      id,
      n,
      contentOf(`Page ${n} of ${id} tells of many things that no other page has told before.`),
    );
  return id;
};

/** Translates with several workers until all pages of an owner wait. */
async function translateUntilPaused(ownerId: string): Promise<void> {
  const workers = Array.from({ length: 4 }, () => createWorker());
  for (let turn = 0; turn < 100; turn += 1) {
    if ((await pageRows.countDocuments({ ownerId, availableAt: { $ne: null } })) === 0) return;
    await endDelays();
    await Promise.all(workers.map((one) => one.translateNext(never)));
  }
  throw new Error('the translation does not pause');
}

const spentBy = async (ownerId: string): Promise<number> => {
  const costs = service.app.get<Model<DailyCostRow>>(getModelToken(DAILY_COST));
  return (await costs.find({ ownerId }).lean()).reduce((sum, { spent }) => sum + spent, 0);
};

describe('the budget of a user for a day', () => {
  it('is never exceeded by all documents together; their pages wait and say why', async () => {
    const documents = [await createExtracted('spender'), await createExtracted('spender')];
    await translateUntilPaused('spender');
    const spent = await spentBy('spender');
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(BUDGET);
    const rows = await pageRows.find({ ownerId: 'spender' }).lean();
    const cost = rows.reduce((sum, { usage1, usage2 }) => sum + (usage1.cost ?? 0) + (usage2.cost ?? 0), 0);
    expect(spent).toBeCloseTo(cost, 9);
    const waiting = rows.filter(({ stage }) => stage !== 'done');
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.map(({ reason }) => reason)).toEqual(waiting.map(() => REASON));
    for (const id of documents) {
      const events = await eventsOf(id, 'pipeline.page.translation-waiting');
      expect(events.length).toBeGreaterThan(0);
      expect(events.every(({ reason }) => reason === REASON)).toBe(true);
    }
  });

  it('does not stop the translations of others or of staff', async () => {
    await createExtracted('spender-too');
    await translateUntilPaused('spender-too');
    expect(await pageRows.countDocuments({ ownerId: 'spender-too', reason: REASON })).toBeGreaterThan(0);
    const staff = await createExtracted('staff', true);
    await translateAll(staff);
    expect(await pageRows.countDocuments({ documentId: staff, stage: 'done' })).toBe(PAGES);
    const other = await createDocument(1, 'ready', { ownerId: 'other' });
    await extract(other, 0, contentOf('One short page.'));
    await translateAll(other);
    expect(await pageRows.countDocuments({ documentId: other, stage: 'done' })).toBe(1);
  });

  it('lets the pages go on the next day, once', async () => {
    await createExtracted('patient');
    await translateUntilPaused('patient');
    const waiting = await pageRows.countDocuments({ ownerId: 'patient', reason: REASON });
    expect(waiting).toBeGreaterThan(0);
    const budget = service.app.get(DailyBudget);
    const isWoken = { ownerId: 'patient', reason: null, availableAt: { $ne: null } };
    await budget.wakeOnNewDay(new Date(Date.now() + DAY_MS));
    expect(await pageRows.countDocuments(isWoken)).toBe(waiting);
    await pageRows.updateMany(isWoken, { reason: REASON, availableAt: null });
    await budget.wakeOnNewDay(new Date(Date.now() + DAY_MS));
    expect(await pageRows.countDocuments(isWoken)).toBe(0);
  });
});
