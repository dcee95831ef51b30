import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { MetadataResponse, PagesResponse } from '@hamkhan/contracts/http/documents';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, text, type AnyEvent } from './support/library-builder.js';

jest.setTimeout(30_000);

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
}, 60_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 60_000);

/** Shuffles events, reproducibly by seed. */
function shuffled(events: AnyEvent[], seed: number): AnyEvent[] {
  let state = seed;
  const next = (): number => (state = (state * 48_271) % 0x7fffffff);
  return events
    .map((event) => ({ event, rank: next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ event }) => event);
}

const pagesOf = async (owner: string, key: string) => {
  const { pages } = await library.json<PagesResponse>(`document/pages/${key}/`, { userId: owner });
  return pages.map(({ id: _, revision: __, ...page }) => page);
};

const storyOfThreePages = (id: string): AnyEvent[] => [
  library.inspected(id, 3, 'On Movement'),
  ...[0, 1].flatMap((page) => library.pageEvents(id, page)),
  probe.event('pipeline.page.started', { documentId: id, pageNumber: 2 }, 1),
  probe.event('pipeline.page.failed', { documentId: id, pageNumber: 2, reason: 'timed_out', params: {} }, 2),
];

describe('applying events of the pipeline', () => {
  it('counts each page once, in any order and repetition of events [ACC-LIBRARY-20]', async () => {
    const straight = await library.upload('owner', 'straight.pdf');
    await probe.publish(...storyOfThreePages(straight.id));
    const expected = {
      status: 'translated',
      title: 'On Movement',
      original_title: 'On Movement',
      total_pages: 3,
      processed_pages: 3,
      translated_level2_pages: 2,
      note: '',
      note_code: null,
      awaiting_translator: false,
    } as const;
    await library.settled('owner', straight.id, expected);
    const pages = await pagesOf('owner', straight.key);
    expect(pages.map((page) => [page.status, page.translation_status, page.note_code])).toEqual([
      ['success', 'translated', null],
      ['success', 'translated', null],
      ['failed', 'pending_translation', 'timed_out'],
    ]);

    for (const seed of [1, 77, 4_242]) {
      const mixed = await library.upload('owner', `mixed-${seed}.pdf`);
      const events = storyOfThreePages(mixed.id);
      await probe.publish(...shuffled([...events, ...events, ...events], seed));
      await untilAllIsTaken(mixed.id);
      await library.settled('owner', mixed.id, expected);
      expect(await pagesOf('owner', mixed.key)).toEqual(pages);
    }
  }, 60_000);

  /** Publishes stale events of a document and waits until they are consumed: then all earlier ones are, too. */
  async function untilAllIsTaken(id: string): Promise<void> {
    const last = [
      probe.event('pipeline.page.started', { documentId: id, pageNumber: 2 }, 0),
      library.inspected(id, 99, 'Too late', 0),
    ];
    await probe.publish(...last);
    const inbox = service.app.get<Connection>(getConnectionToken()).collection<{ _id: string }>('inbox');
    for (const event of last) {
      await waitFor('the last events', () => inbox.findOne({ _id: `projection:${event.id}` }));
    }
  }

  it('lists all pages after the inspection, and the status after each step', async () => {
    const { id, key } = await library.upload('owner', 'steps.pdf');
    expect(await library.item('owner', id)).toMatchObject({
      status: 'pending',
      total_pages: 0,
      title: 'steps',
    });
    await probe.publish(library.inspected(id, 3, null));
    await library.settled('owner', id, {
      status: 'inprogress',
      total_pages: 3,
      title: 'steps',
      original_title: '',
    });
    expect((await pagesOf('owner', key)).map((page) => page.status)).toEqual([
      'pending',
      'pending',
      'pending',
    ]);

    const [started, converted] = library.pageEvents(id, 0) as [AnyEvent, AnyEvent];
    await probe.publish(started, converted);
    await library.settled('owner', id, { processed_pages: 1, status: 'inprogress' });
    for (const page of [1, 2]) await probe.publish(...library.pageEvents(id, page).slice(0, 2));
    await library.settled('owner', id, {
      processed_pages: 3,
      status: 'converted',
      translated_level2_pages: 0,
    });

    const waiting = probe.event(
      'pipeline.page.translation-waiting',
      { documentId: id, pageNumber: 0, reason: 'not_configured', params: {} },
      3,
    );
    await probe.publish(waiting);
    const item = await library.settled('owner', id, {
      awaiting_translator: true,
      note_code: 'not_configured',
    });
    expect(item.note).toContain('No translator');
    expect((await library.item('owner', id, 'fa')).note).toContain('مترجم');

    await probe.publish(...[0, 1, 2].flatMap((page) => library.pageEvents(id, page).slice(2)));
    await library.settled('owner', id, { status: 'translated', awaiting_translator: false, note: '' });
  }, 30_000);

  it('sets the Persian title beside the original one, unless a person edited it', async () => {
    const { id } = await library.upload('owner', 'titled.pdf');
    await probe.publish(
      library.inspected(id, 1, 'On Movement'),
      probe.event('pipeline.document.titled', { documentId: id, title: 'در باب حرکت' }, 2),
    );
    const titled = { title: 'در باب حرکت', original_title: 'On Movement' };
    expect(await library.settled('owner', id, titled)).toMatchObject(titled);
    await probe.publish(
      probe.event('pipeline.document.titled', { documentId: id, title: 'دیگر' }, 3),
      ...library.pageEvents(id, 0),
    );
    const translated = await library.settled('owner', id, { status: 'translated' });
    expect(translated.title).toBe('در باب حرکت');
  });

  it('sets the metadata, in Persian once available, in any order of events [RDR-READER-29] [RDR-READER-31]', async () => {
    const { id, key } = await library.upload('owner', 'described.pdf');
    const original = {
      subtitle: 'A Study',
      summary: 'Of a town.\nAnd of its people.',
      tags: ['towns', 'people'],
    };
    const persian = { subtitle: 'یک پژوهش', summary: 'دربارهٔ یک شهر.', tags: ['شهرها', 'مردم'] };
    const described = (
      metadata: { original: typeof original; persian: typeof persian | null },
      version: number,
    ): AnyEvent => probe.event('pipeline.document.described', { documentId: id, ...metadata }, version);
    const facts = async () =>
      (await library.json<MetadataResponse>(`document/metadata/${key}/`, { userId: 'owner' })).metadata;
    const nothing = {
      subtitle: '',
      original_subtitle: '',
      summary: '',
      original_summary: '',
      tags: '',
      tags_list: [],
    };
    expect(await facts()).toMatchObject(nothing);

    await probe.publish(described({ original, persian: null }, 2), library.inspected(id, 1, 'Middle', 1));
    await library.settled('owner', id, { total_pages: 1 });
    expect(await facts()).toMatchObject({
      ...{ subtitle: '', original_subtitle: 'A Study', summary: '', original_summary: original.summary },
      ...{ tags: 'towns,people', tags_list: ['towns', 'people'] },
    });

    const other = { ...original, summary: 'Something older.' };
    await probe.publish(
      described({ original, persian }, 4),
      described({ original: other, persian: null }, 3),
      ...library.pageEvents(id, 0),
    );
    await library.settled('owner', id, { status: 'translated' });
    expect(await facts()).toMatchObject({
      ...{ subtitle: persian.subtitle, original_subtitle: 'A Study' },
      ...{ summary: persian.summary, original_summary: original.summary },
      ...{ tags: 'شهرها,مردم', tags_list: ['شهرها', 'مردم'] },
    });

    await probe.publish(
      described({ original, persian: { ...persian, tags: [] } }, 5),
      library.inspected(id, 2, 'More', 9),
    );
    await library.settled('owner', id, { total_pages: 2 });
    expect(await facts()).toMatchObject({ summary: persian.summary, tags_list: ['towns', 'people'] });
  });

  it('notes that the text is in another language than the selected one', async () => {
    const { id } = await library.upload('owner', 'other.pdf');
    const found = { title: null, authors: [], year: null, detectedLanguage: 'de' as const };
    await probe.publish(
      probe.event('pipeline.document.inspected', { documentId: id, totalPages: 1, ...found }, 1),
    );
    const { note } = await library.settled('owner', id, { note_code: 'other_language' });
    expect(note).toMatch(/German|آلمانی/u);
  });

  it('does not wait for translations of pages without text', async () => {
    const { id } = await library.upload('owner', 'blank.pdf');
    const blank = { documentId: id, pageNumber: 1 };
    await probe.publish(
      library.inspected(id, 2),
      ...library.pageEvents(id, 0),
      probe.event(
        'pipeline.page.converted',
        { ...blank, content: { items: [], page_info: { page_type: 'blank' } } },
        1,
      ),
    );
    const translated = await library.settled('owner', id, { status: 'translated' });
    expect(translated.translated_level2_pages).toBe(1);
  });

  it('returns why a document failed or was skipped, and accepts the same bytes after a failure [ACC-LIBRARY-16]', async () => {
    const failed = await library.upload('owner', 'failed.pdf');
    const skipped = await library.upload('owner', 'skipped.pdf');
    const unread = await library.upload('owner', 'unread.pdf');
    await probe.publish(
      probe.event(
        'pipeline.document.failed',
        { documentId: failed.id, reason: 'too_many_pages', params: { pages: 4_000, limit: 2_000 } },
        1,
      ),
      probe.event(
        'pipeline.document.skipped',
        { documentId: skipped.id, reason: 'already_persian', params: {} },
        1,
      ),
      library.inspected(unread.id, 1),
      probe.event(
        'pipeline.page.failed',
        { documentId: unread.id, pageNumber: 0, reason: 'ocr_unavailable', params: { language: 'ru' } },
        1,
      ),
    );
    const item = await library.settled('owner', failed.id, { status: 'failed', note_code: 'too_many_pages' });
    expect(item.note).toMatch(/4000.*2000/);
    await library.settled('owner', skipped.id, { status: 'skipped', note_code: 'already_persian' });
    const withoutPages = await library.settled('owner', unread.id, {
      status: 'failed',
      note_code: 'ocr_unavailable',
    });
    expect(withoutPages.note).toContain('Russian');
  });

  it('keeps a canceled document canceled, and its finished pages', async () => {
    const { id, key } = await library.upload('owner', 'canceled.pdf');
    await probe.publish(library.inspected(id, 2), ...library.pageEvents(id, 0));
    await library.settled('owner', id, { processed_pages: 1 });
    const cancel = (userId: string) =>
      library.call(`document/user/document/${id}/cancel/`, { userId }, { method: 'POST' });
    expect((await cancel('stranger')).status).toBe(404);
    expect((await cancel('owner')).status).toBe(200);
    expect((await cancel('owner')).status).toBe(200);
    const messages = await probe.read('documents.document.v1', (all) =>
      all.some(({ event }) => event?.type === 'documents.document.canceled' && event.aggregateId === id),
    );
    expect(
      messages.filter(
        ({ event }) => event?.type === 'documents.document.canceled' && event.aggregateId === id,
      ),
    ).toHaveLength(1);
    await probe.publish(...library.pageEvents(id, 1));
    await library.settled('owner', id, { processed_pages: 2, status: 'canceled' });
    expect((await pagesOf('owner', key))[0]?.content?.items).toEqual([text('page 0')]);
  });

  it('records the status history of a document', async () => {
    const { id } = await library.translated('owner', 1);
    const changes = await service.app
      .get<Connection>(getConnectionToken())
      .collection('status_changes')
      .find({ documentId: id })
      .sort({ at: 1, _id: 1 })
      .toArray();
    expect(changes.map(({ from, to }) => `${String(from)}>${String(to)}`)).toEqual([
      'pending>inprogress',
      'inprogress>converted',
      'converted>translated',
    ]);
  });

  it('parks an invalid event and continues with the next', async () => {
    const { id } = await library.upload('owner', 'poison.pdf');
    const poison = {
      ...probe.event('pipeline.page.started', { documentId: id, pageNumber: 0 }, 1),
      data: { documentId: 7 },
    };
    await probe.publishRaw('pipeline.page.v1', id, JSON.stringify(poison));
    await probe.publish(library.inspected(id, 1), ...library.pageEvents(id, 0));
    await library.settled('owner', id, { status: 'translated' });
    const parked = await probe.read(
      probe.deadLetters('pipeline.page.v1', 'documents'),
      (all) => all.length > 0,
    );
    expect(parked[0]?.value).toBe(JSON.stringify(poison));
  });

  it('returns the newest translation estimate to the owner', async () => {
    const { id, key } = await library.upload('owner', 'priced.pdf');
    const estimate = (cost: number, basis: 'pages' | 'text') => ({
      pages: 3,
      prompt_tokens: 900,
      completion_tokens: 600,
      cost,
      currency: 'USD',
      basis,
    });
    const estimated = (cost: number, basis: 'pages' | 'text', version: number): AnyEvent =>
      probe.event(
        'pipeline.document.estimated',
        { documentId: id, estimate: estimate(cost, basis) },
        version,
      );
    await probe.publish(
      estimated(1.5, 'text', 3),
      estimated(9, 'pages', 2),
      library.inspected(id, 3, 'Priced', 1),
    );
    await library.settled('owner', id, { total_pages: 3 });
    const { metadata } = await library.json<MetadataResponse>(`document/metadata/${key}/`, {
      userId: 'owner',
    });
    expect(metadata.translation_estimate).toEqual(estimate(1.5, 'text'));
    const stranger = await library.call(`document/metadata/${key}/`, { userId: 'other' });
    expect(await stranger.text()).not.toContain('translation_estimate');
  });
});
