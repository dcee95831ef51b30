import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import { EditConflict, UpdatePageResponse } from '@hamkhan/contracts/http/editing';
import { FindResponse } from '@hamkhan/contracts/http/reader';
import { NoteListResponse } from '@hamkhan/contracts/http/notes';
import { identityHeader } from '@hamkhan/testing/service-harness';
import type { ReadMessage } from '@hamkhan/testing/kafka-probe';
import { waitFor } from '@hamkhan/testing/wait-for';
import { EditLimit } from '../../src/features/page-text/edit-limit.service.js';
import {
  EditingHarness,
  items,
  line,
  OTHER,
  OWNER,
  shown,
  STAFF,
  SUPERUSER,
  type ApiResponse,
  type Refusal,
} from './support/editing-harness.js';
import type { Caller, Uploaded } from './support/library-builder.js';

jest.setTimeout(60_000);

let harness: EditingHarness;
/** A private document of the owner, and one that everyone can read. */
let own: Uploaded, free: Uploaded;

const itemsOf = (page: number): ContentItem[] => [
  { id: `h${page}`, type: 'heading', content: `Part ${page}`, level: 1, bbox: [0, 0, 1, 0.1] },
  line(`a${page}`, `The lighthouse stands on rock ${page}.`),
  line(`b${page}`, 'The sea is calm tonight.'),
];
const FREE = { visibility: 'catalogue', published: true, accessType: 'free' };
const PAID = { visibility: 'catalogue', published: true, accessType: 'paid', price: 90_000 };

/** More edits than the owner makes in this file. */
const PER_HOUR = 150;

beforeAll(async () => {
  harness = await EditingHarness.open({ EDITS_PER_HOUR: String(PER_HOUR) });
  own = await harness.document(3, itemsOf);
  free = await harness.document(1, itemsOf, FREE);
}, 120_000);

afterAll(() => harness.close(), 60_000);

const update = <T = UpdatePageResponse>(
  pageId: string,
  caller: Caller,
  content: unknown,
  version: 0 | 1 | 2 = 0,
  more: Record<string, string> = {},
): Promise<ApiResponse<T>> =>
  harness.post<T>(`page/${pageId}/update/`, caller, {
    content: typeof content === 'string' ? content : JSON.stringify(content),
    translation_version: String(version),
    ...more,
  });
const historyOf = async (pageId: string): Promise<string[]> => {
  const { body } = await harness.get<{ history: { edit_type: string }[] }>(
    `page/${pageId}/suggestion/history/`,
    STAFF,
  );
  return body.history.map((one) => one.edit_type);
};

describe('editing a page', () => {
  it('replaces all items of one text and shows them to readers at once [RDR-EDIT-15]', async () => {
    const document = await harness.document(1, itemsOf, FREE);
    const before = await harness.page(document, 0, null);
    const url = `${harness.service.url}/api/document/pages/${document.key}/?page=1&per_page=1`;
    const tag = (await fetch(url)).headers.get('etag') ?? '';
    const edited = items(before, 'translation_2').map((item) =>
      item.id === 'a0' ? { ...item, content: 'فانوس دریایی روی صخره ایستاده است.' } : item,
    );
    const { status, body } = await update(before.id, OWNER, { items: edited }, 2);
    expect(status).toBe(200);
    const { page, suggestion_id: entry } = UpdatePageResponse.parse(body);
    expect(shown(page, 'translation_2')).toContain('a0=فانوس دریایی روی صخره ایستاده است.');
    expect(page.revision).toBe(before.revision + 1);
    expect(entry).toEqual(expect.any(String));

    const again = await fetch(url, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(200);
    const read = await harness.page(document, 0, null);
    expect(read).toEqual(page);
    expect(shown(read, 'content')).toBe(shown(before, 'content'));
    expect(shown(read, 'translation_1')).toBe(shown(before, 'translation_1'));
  });

  it('edits the original by default, and keeps the bounding boxes of items [RDR-EDIT-15]', async () => {
    const document = await harness.document(1, itemsOf);
    const page = await harness.page(document);
    const content = [
      { id: 'h0', type: 'heading', content: 'Part none', level: 2 },
      line('1763740800000', 'New.'),
    ];
    const { body } = await harness.post<UpdatePageResponse>(`page/${page.id}/update/`, OWNER, {
      content: JSON.stringify(content),
    });
    expect(items(body.page, 'content')).toEqual([
      { id: 'h0', type: 'heading', content: 'Part none', level: 2, bbox: [0, 0, 1, 0.1] },
      line('1763740800000', 'New.'),
    ]);
  });

  it('allows owner, staff and superuser; others can only suggest [RDR-EDIT-19]', async () => {
    const { id } = await harness.page(free);
    const content = itemsOf(0).map((item) => ({ ...item, content: `${item.content}!` }));
    expect((await update<Refusal>(id, OTHER, content)).status).toBe(403);
    expect((await update<Refusal>(id, null, content)).status).toBe(401);
    for (const caller of [OWNER, STAFF, SUPERUSER]) {
      expect((await update(id, caller, content)).status).toBe(200);
    }
  });

  it("records an owner's edit in the history, but not an edit by staff [RDR-EDIT-20]", async () => {
    const document = await harness.document(1, itemsOf);
    const { id } = await harness.page(document);
    const staffs = await update(id, STAFF, [line('a0', 'by staff')]);
    expect(staffs.body).toMatchObject({ suggestion_id: null });
    expect(shown(staffs.body.page, 'content')).toBe('a0=by staff');
    expect(await historyOf(id)).toEqual([]);
    const owners = await update(id, OWNER, [line('a0', 'by the owner')], 0);
    expect(shown(owners.body.page, 'content')).toBe('a0=by the owner');
    expect(await historyOf(id)).toEqual(['content']);
  });

  it('rejects edits and suggestions of an editor beyond the hourly limit, but not of others', async () => {
    const document = await harness.document(1, itemsOf, FREE);
    const { id } = await harness.page(document);
    const editor = { userId: 'busy', isStaff: true };
    const limit = harness.service.app.get(EditLimit);
    await Promise.all(Array.from({ length: PER_HOUR - 1 }, () => limit.take(editor)));
    expect((await update(id, editor, [line('a0', 'the last edit')])).status).toBe(200);
    const refused = await update<Refusal>(id, editor, [line('a0', 'one too many')]);
    expect(refused).toMatchObject({ status: 429, body: { code: 'EDITING.TOO_MANY' } });
    expect(refused.body.retry_after).toBeGreaterThan(3_000);
    const suggested = await harness.post(`page/${id}/suggestion/create/`, editor, {
      edit_type: 'content',
      suggested_content: JSON.stringify({ items: [] }),
    });
    expect([suggested.status, suggested.body.code]).toEqual([429, 'EDITING.TOO_MANY']);
    expect(shown(await harness.page(document), 'content')).toBe('a0=the last edit');
    expect((await update(id, { ...editor, userId: 'fresh' }, [line('a0', 'by another')])).status).toBe(200);
    expect((await update<Refusal>(id, OTHER, [])).status).toBe(403);
  });

  it('responds the same for a page of a hidden document and a missing page', async () => {
    const { id } = await harness.page(own);
    for (const caller of [OTHER, { userId: 'x', hasActiveSubscription: true }]) {
      const hidden = await update<Refusal>(id, caller, []);
      const none = await update<Refusal>('f'.repeat(24), caller, []);
      expect(hidden).toEqual(none);
      expect(hidden).toMatchObject({ status: 404, body: { code: 'DOCUMENTS.NOT_FOUND' } });
    }
  });

  it('rejects a session beyond the limit', async () => {
    const { id } = await harness.page(own);
    const answer = await update<Refusal>(id, { ...OWNER, overSessionLimit: true }, []);
    expect(answer).toMatchObject({ status: 403, body: { status: 'session_limit_error' } });
  });

  it.each<[string, unknown]>([
    ['invalid JSON', '{"items":'],
    ['an unknown item type', [{ id: '1', type: 'iframe', content: '<iframe>' }]],
    ['a type that cannot be added', [{ id: '1', type: 'abandon', content: 'x' }]],
    ['a repeated id', [line('1', 'a'), line('1', 'b')]],
    ['an external image', [{ id: '1', type: 'figure', content: '', src: 'https://evil.example/a.png' }]],
    [
      'an image of another document',
      [{ id: '1', type: 'figure', content: '', src: `/api/document/image/other/${'a'.repeat(64)}.png` }],
    ],
    ['an object key', [{ id: '1', type: 'figure', content: '', src: 'originals/1' }]],
    ['an unknown code language', [{ id: '1', type: 'code', content: '', language: 'cobol' }]],
    ['text that is not a string', [{ id: '1', type: 'text', content: { $ne: null } }]],
  ])('rejects %s and leaves the page unchanged', async (_, content) => {
    const page = await harness.page(own, 1);
    const { status, body } = await update<Refusal>(page.id, OWNER, content);
    expect([status, body.code]).toEqual([400, 'COMMON.VALIDATION_FAILED']);
    expect(await harness.page(own, 1)).toEqual(page);
  });

  it('accepts tables of 20 rows and 10 columns, and larger ones only if the page has them [RDR-EDIT-16]', async () => {
    const table = (rows: number, columns: number): ContentItem => {
      const row = `|${' x |'.repeat(columns)}`;
      const head = `|${' h |'.repeat(columns)}\n|${' --- |'.repeat(columns)}`;
      return { id: 't', type: 'table', content: [head, ...Array<string>(rows).fill(row)].join('\n') };
    };
    const document = await harness.document(1, () => [table(25, 3)]);
    const { id } = await harness.page(document);
    expect((await update(id, OWNER, [{ ...table(25, 3), id: 't' }])).status).toBe(200);
    expect((await update<Refusal>(id, OWNER, [table(26, 3)])).body).toMatchObject({
      fields: { content: ['a table has at most 25 rows and 10 columns'] },
    });
    expect((await update(id, OWNER, [table(20, 10)])).status).toBe(200);
    expect((await update(id, OWNER, [table(21, 10)])).status).toBe(400);
    expect((await update(id, OWNER, [table(20, 11)])).status).toBe(400);
  });

  it('rejects a text beyond the form limit', async () => {
    const page = await harness.page(own, 2);
    const answer = await update<Refusal>(page.id, OWNER, [line('1', 'x'.repeat(1_100_000))]);
    expect(answer).toMatchObject({ status: 413, body: { code: 'COMMON.PAYLOAD_TOO_LARGE' } });
    expect(await harness.page(own, 2)).toEqual(page);
  });

  it('rejects an edit of a text that does not exist yet', async () => {
    const document = await harness.library.upload(OWNER.userId);
    await harness.probe.publish(harness.library.inspected(document.id, 1));
    await harness.library.settled(OWNER.userId, document.id, { total_pages: 1 });
    const { id } = await harness.page(document);
    for (const version of [0, 2] as const) {
      expect(await update<Refusal>(id, OWNER, [], version)).toMatchObject({
        status: 409,
        body: { code: 'EDITING.NOT_READY' },
      });
    }
  });

  it('stores hostile text literally, without invisible characters', async () => {
    const document = await harness.document(1, itemsOf);
    const { id } = await harness.page(document);
    const hostile = '<img src=x onerror=alert(1)>[x](javascript:alert(1))\u202e\u0000';
    const { body } = await update(id, OWNER, [line('1', hostile)]);
    expect(shown(body.page, 'content')).toBe('1=<img src=x onerror=alert(1)>[x](javascript:alert(1))');
  });
});

describe('concurrent edits', () => {
  it('rejects an edit of an outdated text and returns the current one', async () => {
    const document = await harness.document(1, itemsOf);
    const before = await harness.page(document);
    const revision = { revision: String(before.revision) };
    const first = [line('a0', 'first')];
    expect((await update(before.id, STAFF, first, 0, revision)).status).toBe(200);
    const second = await update<Refusal>(before.id, OWNER, [line('a0', 'second')], 0, revision);
    expect([second.status, second.body.code]).toEqual([409, 'EDITING.CONFLICT']);
    expect(shown(EditConflict.parse(second.body).page, 'content')).toBe('a0=first');
    expect(shown(await harness.page(document), 'content')).toBe('a0=first');

    // An equal text, another text of the page and an older revision without changes of this text are no conflicts.
    expect((await update(before.id, OWNER, first, 0, revision)).status).toBe(200);
    expect((await update(before.id, OWNER, [line('a0', 'دوم')], 2, revision)).status).toBe(200);
    const now = { revision: String((await harness.page(document)).revision) };
    expect((await update(before.id, OWNER, [line('a0', 'second')], 0, now)).status).toBe(200);
    expect((await update(before.id, OWNER, [line('a0', 'without')])).status).toBe(200);
  });

  it('accepts one of many edits that start from the same text', async () => {
    const document = await harness.document(1, itemsOf);
    const { id, revision } = await harness.page(document);
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, writer) =>
        update(id, STAFF, [line('a0', `writer ${writer}`)], 0, { revision: String(revision) }),
      ),
    );
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    const won = responses.find(({ status }) => status === 200);
    expect(shown(await harness.page(document), 'content')).toBe(won && shown(won.body.page, 'content'));
  });
});

describe('effects of an edit', () => {
  it('updates search, notes and event streams', async () => {
    const document = await harness.document(1, itemsOf, FREE);
    const { id } = await harness.page(document);
    const find = async (q: string): Promise<number> =>
      FindResponse.parse(await harness.library.json(`document/find/${document.key}/?q=${q}`, OWNER)).results
        .length;
    const note = await harness.library.call('knowledge/note/create/', OTHER, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        document: document.key,
        text: 'calm tonight',
        category: 1,
        page_number: 0,
        item_index: 2,
        start_offset: 11,
        end_offset: 23,
        version: 0,
      }),
    });
    expect(note.status).toBe(200);
    expect(await find('lighthouse')).toBeGreaterThan(0);

    const stream = await fetch(`${harness.service.url}/api/document/events/?document=${document.key}`, {
      headers: identityHeader(OTHER),
    });
    const chunks = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const content = [line('new', 'A beacon.'), line('b0', 'Truly, the sea is calm tonight.')];
    const edited = await update(id, OWNER, content);
    for (const version of [1, 2] as const) await update(id, OWNER, content, version);

    let received = '';
    await waitFor('the event of the edit', async () => {
      received += (await chunks?.read())?.value ?? '';
      return received.includes(`"revision":${edited.body.page.revision}`);
    });
    await chunks?.cancel();
    expect([await find('lighthouse'), await find('beacon')]).toEqual([0, 2]);
    const list = await harness.library.json(`knowledge/note/list/?document_key=${document.key}`, OTHER);
    expect(NoteListResponse.parse(list).notes).toMatchObject([
      { item_id: 'b0', item_index: 1, start_offset: 18, end_offset: 30, orphan: false },
    ]);
  });

  it('marks the audio of an edited translation as outdated until it is regenerated', async () => {
    const document = await harness.document(1, itemsOf);
    const at = { documentId: document.id, pageNumber: 0 };
    const SAID: Record<string, string> = { a: 'پیش از ویرایش.', b: 'دیگر.', c: 'سومی.' };
    const audio = (name: string) => ({
      key: `audio/${document.id}/${name.repeat(64)}.mp3`,
      seconds: 3,
      items: [{ id: 'a0', type: 'content' as const, content: SAID[name] ?? '', start: 0, end: 3 }],
    });
    const spoken = (version: number, name: string) =>
      harness.probe.event(
        'pipeline.page.speech-changed',
        { ...at, status: 'success', audio: audio(name) },
        version,
      );
    await harness.probe.publish(spoken(20, 'a'));
    const before = await harness.pageWhen(document, (page) => page.tts_audio_status === 'success');
    expect(before.tts_outdated).toBeUndefined();
    await update(before.id, OWNER, [line('a0', 'other')], 1);
    expect((await harness.page(document)).tts_outdated).toBeUndefined();
    const { body } = await update(before.id, OWNER, [line('a0', 'دیگر')], 2);
    expect(body.page).toMatchObject({ tts_outdated: true, tts_audio_status: 'success' });
    expect(body.page.tts_audio_url).toContain('a'.repeat(64));
    await harness.probe.publish(spoken(21, 'b'));
    const after = await harness.pageWhen(
      document,
      (page) => page.tts_audio_url?.includes('b'.repeat(64)) ?? false,
    );
    expect(after.tts_outdated).toBeUndefined();
    // Audio of an outdated text is marked, even if it arrives later.
    await harness.probe.publish(spoken(22, 'c'));
    const wrong = await harness.pageWhen(
      document,
      (page) => page.tts_audio_url?.includes('c'.repeat(64)) ?? false,
    );
    expect(wrong.tts_outdated).toBe(true);
  });

  it('publishes the edit with the edited sentence pairs', async () => {
    const document = await harness.document(1, itemsOf);
    const page = await harness.page(document);
    const edited = items(page, 'translation_2').map((item) =>
      item.id === 'b0' ? { ...item, content: 'دریا امشب آرام است.' } : item,
    );
    await update(page.id, OWNER, edited, 2);
    const published = await harness.probe.read('documents.document.v1', (messages) =>
      messages.some(({ key, event }) => key === document.id && event?.type === 'documents.page.edited'),
    );
    const event = published.find(
      ({ key, event: one }) => key === document.id && one?.type === 'documents.page.edited',
    );
    expect(event?.event?.data).toMatchObject({
      documentId: document.id,
      pageNumber: 0,
      editType: 'translation_2',
      items: [{ id: 'h0' }, { id: 'a0' }, { id: 'b0', content: 'دریا امشب آرام است.' }],
      pairs: [
        {
          source: { id: 'b0', content: 'The sea is calm tonight.' },
          target: { content: 'دریا امشب آرام است.' },
        },
      ],
    });
  });
});

describe('pipeline events after manual edits', () => {
  const converted = (documentId: string, version: number, list: ContentItem[]) =>
    harness.probe.event(
      'pipeline.page.converted',
      { documentId, pageNumber: 0, content: { items: list, page_info: { page_type: 'text' as const } } },
      version,
    );
  const translated = (documentId: string, version: number, list: ContentItem[]) =>
    harness.probe.event(
      'pipeline.page.translated',
      { documentId, pageNumber: 0, level: 2 as const, content: { items: list } },
      version,
    );

  it('are merged: manual edits survive reprocessing, untouched items are replaced', async () => {
    const document = await harness.document(1, itemsOf);
    const { id } = await harness.page(document);
    await update(id, OWNER, [
      line('a0', 'Edited.'),
      line('own', 'Added.'),
      line('b0', 'The sea is calm tonight.'),
    ]);
    await update(
      id,
      OWNER,
      [line('a0', 'ویراسته.'), line('own', 'افزوده.'), line('b0', 'سطح 2: The sea is calm tonight.')],
      2,
    );

    const reprocessed = [
      itemsOf(0)[0],
      itemsOf(0)[1],
      line('b1', 'The sea is calm to-night.'),
      line('c0', 'Read now.'),
    ];
    await harness.probe.publish(
      converted(
        document.id,
        30,
        reprocessed.flatMap((item) => item ?? []),
      ),
    );
    const read = await harness.pageWhen(document, (page) => shown(page, 'content').includes('Read now.'));
    expect(shown(read, 'content')).toBe('a0=Edited.|own=Added.|b1=The sea is calm to-night.|c0=Read now.');
    expect(read.translated_content_level2).toBeNull();

    await harness.probe.publish(
      translated(document.id, 31, [
        line('h0', 'بخش'),
        line('a0', 'ماشین'),
        line('b1', 'دریا'),
        line('c0', 'اکنون'),
      ]),
    );
    const done = await harness.pageWhen(document, (page) => page.translated_content_level2 !== null);
    expect(shown(done, 'translation_2')).toBe('a0=ویراسته.|own=افزوده.|b1=دریا|c0=اکنون');
    const isMerge = ({ key, event }: ReadMessage): boolean => {
      const data = event?.data as { cause?: string; editType?: string } | undefined;
      return key === document.id && data?.cause === 'merge' && data.editType === 'translation_2';
    };
    const published = await harness.probe.read('documents.document.v1', (messages) => messages.some(isMerge));
    expect(published.find(isMerge)?.event?.data).toMatchObject({
      items: [{ content: 'ویراسته.' }, { content: 'افزوده.' }, { content: 'دریا' }, { content: 'اکنون' }],
    });
  });

  it('change nothing when they arrive late or twice', async () => {
    const document = await harness.document(1, itemsOf);
    const page = await harness.page(document);
    await update(page.id, OWNER, [line('a0', 'Edited.')]);
    const old = converted(document.id, 1, itemsOf(0));
    const newer = converted(document.id, 40, [
      line('a0', 'The lighthouse stands on rock 0.'),
      line('z', 'New.'),
    ]);
    await harness.probe.publish(old, newer, newer, converted(document.id, 39, [line('q', 'Between.')]));
    const now = await harness.pageWhen(document, (one) => shown(one, 'content').includes('z=New.'));
    expect(shown(now, 'content')).toBe('a0=Edited.|z=New.');
  });
});

describe('editing in a preview', () => {
  it('is limited to owner and staff, inside and outside the preview', async () => {
    const paid = await harness.document(13, itemsOf, PAID);
    const inside = await harness.page(paid, 0);
    const outside = await harness.page(paid, 12);
    expect((await update<Refusal>(inside.id, OTHER, [])).status).toBe(403);
    expect((await update<Refusal>(outside.id, OTHER, [])).body.code).toBe('DOCUMENTS.PREVIEW_ONLY');
    expect((await update(outside.id, STAFF, [line('1', 'x')])).status).toBe(200);
  });
});
