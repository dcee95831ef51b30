import { describe, expect, it } from '@jest/globals';
import type { GlossaryImportResponse, GlossaryResponse } from '@hamkhan/contracts/http/glossary';
import type {
  TranslationBudgetResponse,
  TranslationCostResponse,
} from '@hamkhan/contracts/http/translation-cost';
import { identityHeader } from '@hamkhan/testing/service-harness';
import {
  contentOf,
  createDocument,
  createWorker,
  endDelays,
  engine,
  eventsOf,
  extract,
  never,
  pageRows,
  runRows,
  runs,
  service,
  translate,
  translateAll,
  useTranslationService,
} from './support/translation-service.js';

useTranslationService();

describe('the glossary', () => {
  const call = async (path: string, user: string, form?: Record<string, string | Blob>, isStaff = false) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(form ?? {})) body.append(name, value);
    const response = await fetch(`${service.url}/api/document/glossary/${path}`, {
      headers: identityHeader({ userId: user, isStaff }),
      ...(form ? { method: 'POST', body } : {}),
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) as Record<string, unknown> };
  };

  it('can be listed and changed by id or key, by the owner and staff only', async () => {
    const id = await createDocument(1);
    await runRows.updateOne({ _id: id }, { documentKey: 'the-key' });
    const put = await call('the-key/upsert/', id, {
      term: ' Candle  light ',
      translation: 'نور شمع',
      note: 'شعر',
    });
    expect(put.json()).toMatchObject({
      status: 'success',
      revision: 1,
      terms: [{ term: 'Candle light', translation: 'نور شمع', note: 'شعر', origin: 'owner' }],
    });
    await call(`${id}/upsert/`, id, { term: 'candle LIGHT', translation: 'روشنایی شمع' });
    const list = (await call(`${id}/`, 'staff', undefined, true)).json() as GlossaryResponse;
    expect(list.terms).toMatchObject([{ term: 'candle LIGHT', translation: 'روشنایی شمع', note: '' }]);
    for (const path of [`${id}/`, `${id}/export/`]) expect((await call(path, 'stranger')).status).toBe(404);
    expect((await call(`${id}/upsert/`, 'stranger', { term: 'a', translation: 'ب' })).status).toBe(404);
    expect((await call(`${id}/upsert/`, id, { term: 'a', translation: '' })).status).toBe(400);
    expect((await call(`${id}/upsert/`, id, { term: 'a⟦1⟧', translation: 'ب' })).status).toBe(400);
    expect((await call(`${id}/delete/`, id, { id: 'unknown' })).status).toBe(404);
    const emptied = await call(`${id}/delete/`, id, { id: list.terms[0]?.id ?? '' });
    expect(emptied.json()).toMatchObject({ revision: 3, terms: [] });
  });

  it('can be exported as CSV without formulas and imported, with invalid lines reported', async () => {
    const id = await createDocument(1);
    const file = new Blob([
      'term,translation,note\r\n=1+1,جمع,\r\nwithout,,\r\n"two\nlines",دو خط,"بله، ""درست"""\r\n',
    ]);
    const taken = (await call(`${id}/import/`, id, { file })).json() as GlossaryImportResponse;
    expect(taken).toMatchObject({ imported: 2, skipped_lines: [3] });
    const out = await call(`${id}/export/`, id);
    expect(out.text).toContain("'=1+1,جمع,");
    expect(out.text).toContain('two lines,دو خط,"بله، ""درست"""');
    const other = await createDocument(1);
    const again = (await call(`${other}/import/`, other, { file: new Blob([out.text]) })).json();
    expect(again).toMatchObject({ imported: 2, skipped_lines: [] });
    expect(
      (await call(`${id}/import/`, id, { file: new Blob([new Uint8Array([0xff, 0xfe, 0x41])]) })).status,
    ).toBe(422);
    expect((await call(`${id}/import/`, id, { file: new Blob(['a,"b']) })).json()).toMatchObject({
      code: 'GLOSSARY.INVALID_FILE',
      line: 1,
    });
    const large = new Blob(['a,b\n'.repeat(300_000)]);
    expect((await call(`${id}/import/`, id, { file: large })).status).toBe(413);
  });

  it('is applied to pages with a changed term, and requests only the texts with that term', async () => {
    const id = await createDocument(2);
    await extract(id, 0, contentOf('The candle was lit by her.', 'Some other words here.'));
    await extract(id, 1, contentOf('Nothing was lit on this page.'));
    await translateAll(id);
    engine.reset();
    const changed = await call(`${id}/upsert/`, id, { term: 'candle', translation: 'شمع' });
    expect(changed.json()).toMatchObject({ outdated_pages: 1 });
    expect((await call(`${id}/apply/`, id, {})).json()).toEqual({ status: 'success', pages: 1 });
    await translateAll(id);
    expect([...engine.requestedTexts()]).toEqual([['The candle was lit by her.', 2]]);
    expect((await call(`${id}/`, id)).json()).toMatchObject({ outdated_pages: 0 });
  });
});

describe('the cost of a translation', () => {
  const call = async <T>(path: string, user: string, form?: Record<string, string>): Promise<T> => {
    const body = new URLSearchParams(form);
    const response = await fetch(`${service.url}/api/document/translation-cost/${path}`, {
      headers: identityHeader({ userId: user }),
      ...(form ? { method: 'POST', body } : {}),
    });
    return { http: response.status, ...((await response.json()) as object) } as T;
  };
  const page = (n: number) =>
    contentOf(`Page number ${n} tells of many things that no other page has told before.`);

  it('is reported by page, level and document, and estimated from the first pages', async () => {
    const id = await createDocument(2, 'pending');
    for (const n of [0, 1]) await extract(id, n, page(n));
    await translateAll(id);
    const report = await call<TranslationCostResponse>(`${id}/`, id);
    expect(report).toMatchObject({
      http: 200,
      currency: 'USD',
      paused: false,
      estimate: { basis: 'text', currency: 'USD' },
    });
    expect(report.pages.map(({ page_number }) => page_number)).toEqual([0, 1]);
    const [first] = report.pages;
    const { prompt_tokens = 0, completion_tokens = 0, cost } = first?.level2 ?? {};
    expect(cost).toBeCloseTo((prompt_tokens * 10 + completion_tokens * 20) / 1e6, 12);
    expect(report.spent.requests).toBe(engine.requests.length);
    expect(report.estimate?.cost).toBeGreaterThan(0);
    expect(await eventsOf(id, 'pipeline.document.estimated')).toHaveLength(1);
    expect(await call(`${id}/`, 'stranger')).toMatchObject({ http: 404 });
  });

  it('never exceeds the budget; pages wait until it is raised', async () => {
    const total = 12;
    const id = await createDocument(total);
    for (let n = 0; n < total; n += 1) await extract(id, n, page(n));
    const budget = 0.12;
    expect(await call(`${id}/budget/`, id, { budget: String(budget) })).toMatchObject({
      budget,
      resumed_pages: 0,
    });
    const workers = Array.from({ length: 4 }, () => createWorker());
    const isOver = async () =>
      (await pageRows.countDocuments({ documentId: id, reason: 'budget_reached' })) > 0 &&
      (await pageRows.countDocuments({ documentId: id, availableAt: { $ne: null } })) === 0;
    for (let turn = 0; turn < 100 && !(await isOver()); turn += 1) {
      await endDelays();
      await Promise.all(workers.map((one) => one.translateNext(never)));
    }
    const paused = await call<TranslationCostResponse>(`${id}/`, id);
    expect(paused.paused).toBe(true);
    expect(paused.spent.cost).toBeGreaterThan(0);
    expect(paused.spent.cost).toBeLessThanOrEqual(budget);
    const waiting = await eventsOf(id, 'pipeline.page.translation-waiting');
    expect(waiting.every(({ reason }) => reason === 'budget_reached')).toBe(true);
    const before = engine.requests.length;
    const raised = await call<TranslationBudgetResponse>(`${id}/budget/`, id, { budget: '100' });
    expect(raised.resumed_pages).toBe(waiting.length);
    await translateAll(id);
    expect(engine.requests.length).toBeGreaterThan(before);
    expect([...engine.requestedTexts().values()].every((times) => times === 2)).toBe(true);
    expect(await call(`${id}/`, id)).toMatchObject({ paused: false });
  });

  it('includes the term search, which waits until the budget has room for it', async () => {
    const id = await createDocument(3, 'pending');
    for (let n = 0; n < 3; n += 1) await extract(id, n, contentOf(`The harbour on day ${100 + n} was full.`));
    await runs.setBudget(id, 0.01);
    for (let turn = 0; turn < 8; turn += 1) {
      await endDelays();
      await translate.translateNext(never);
    }
    expect(await runs.find(id)).toMatchObject({ termsState: 'rules_only', documentUsage: { requests: 0 } });
    await call(`${id}/budget/`, id, { budget: '100' });
    await translateAll(id);
    expect(await runs.find(id)).toMatchObject({ termsState: 'ready', documentUsage: { requests: 1 } });
  });
});
