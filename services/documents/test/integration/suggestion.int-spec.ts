import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { EDIT_TYPES, EditConflict, type EditType } from '@hamkhan/contracts/http/editing';
import {
  OtherSuggestionsResponse,
  PendingSuggestion,
  Suggestion,
  SuggestionHistoryResponse,
  SuggestionListResponse,
  SuggestionSavedResponse,
} from '@hamkhan/contracts/http/suggestions';
import { waitFor } from '@hamkhan/testing/wait-for';
import {
  EditingHarness,
  items,
  line,
  OTHER,
  OWNER,
  shown,
  STAFF,
  type ApiResponse,
  type Refusal,
} from './support/editing-harness.js';
import type { Caller, Uploaded } from './support/library-builder.js';

jest.setTimeout(60_000);

const PER_HOUR = 5;
const FREE = { visibility: 'catalogue', published: true, accessType: 'free' };
const PAID = { visibility: 'catalogue', published: true, accessType: 'paid', price: 90_000 };

let harness: EditingHarness;
/** A new user for each author, so that tests do not share a limit. */
let readers = 0;
const newReader = (): { userId: string } => ({ userId: `reader-${(readers += 1)}` });

const itemsOf = (): ContentItem[] => [line('a', 'One.'), line('b', 'Two.'), line('c', 'Three.')];

beforeAll(async () => {
  harness = await EditingHarness.open({ SUGGESTIONS_PER_HOUR: String(PER_HOUR) });
}, 120_000);

afterAll(() => harness.close(), 60_000);

const freePage = async (): Promise<{ document: Uploaded; page: ReaderPage }> => {
  const document = await harness.document(1, itemsOf, FREE);
  return { document, page: await harness.page(document) };
};
const json = (list: readonly ContentItem[]): string => JSON.stringify({ items: list });
const create = <T = SuggestionSavedResponse>(
  page: Pick<ReaderPage, 'id'>,
  caller: Caller,
  list: readonly ContentItem[],
  fields: Record<string, string> = {},
): Promise<ApiResponse<T>> =>
  harness.post<T>(`page/${page.id}/suggestion/create/`, caller, {
    edit_type: 'content',
    suggested_content: json(list),
    ...fields,
  });
const act = <T = SuggestionSavedResponse>(
  id: string,
  what: 'update' | 'apply' | 'cancel',
  caller: Caller,
  fields: Record<string, string> = {},
): Promise<ApiResponse<T>> => harness.post<T>(`suggestion/${id}/${what}/`, caller, fields);
const list = async (page: Pick<ReaderPage, 'id'>, caller: Caller): Promise<SuggestionListResponse> =>
  SuggestionListResponse.parse((await harness.get(`page/${page.id}/suggestion/list/`, caller)).body);
const others = async (
  page: Pick<ReaderPage, 'id'>,
  caller: Caller,
  query = '',
): Promise<OtherSuggestionsResponse> =>
  OtherSuggestionsResponse.parse(
    (await harness.get(`page/${page.id}/suggestion/others/${query}`, caller)).body,
  );
const history = async (
  page: Pick<ReaderPage, 'id'>,
  caller: Caller,
  query = '',
): Promise<SuggestionHistoryResponse> =>
  SuggestionHistoryResponse.parse(
    (await harness.get(`page/${page.id}/suggestion/history/${query}`, caller)).body,
  );
/** Creates a suggestion that is accepted, and returns it. */
const created = async (
  page: Pick<ReaderPage, 'id'>,
  caller: Caller,
  text: readonly ContentItem[],
  fields: Record<string, string> = {},
): Promise<Suggestion> => {
  const { status, body } = await create(page, caller, text, fields);
  expect(status).toBe(200);
  return SuggestionSavedResponse.parse(body).suggestion;
};
const replaced = (id: string, content: string): ContentItem[] =>
  itemsOf().map((item) => (item.id === id ? line(id, content) : item));

describe('suggesting an edit', () => {
  it('is allowed for every user on each of the three texts, but not for guests [RDR-SUGGEST-01]', async () => {
    const { document, page } = await freePage();
    for (const type of EDIT_TYPES) {
      const text = items(page, type).map((item) => ({ ...item, content: 'بهتر' }));
      const { suggestion } = (await create(page, OTHER, text, { edit_type: type })).body;
      expect(suggestion).toMatchObject({ edit_type: type, status: 'pending', applied_at: null });
    }
    expect((await create(page, null, itemsOf())).status).toBe(401);
    expect(await harness.page(document)).toEqual(page);
  });

  it('returns the suggested text, its author and a summary of changes [RDR-SUGGEST-02]', async () => {
    const { page } = await freePage();
    const author = newReader();
    await harness.probe.publish(
      harness.probe.event(
        'auth.user.registered',
        {
          userId: author.userId,
          username: '09120000000',
          fullName: 'سارا نمونه',
          language: 'fa',
          isStaff: false,
          isSuperuser: false,
          isCreator: false,
        },
        1,
      ),
    );
    const text = [line('b', 'Second.'), line('a', 'One.'), line('1763740800000', 'Four.')];
    const { id } = await created(page, author, text, { title: 'Better words', description: 'Because.' });
    const body = await waitFor('the name of the author to be known', async () => {
      const answer = await harness.get<{ suggestion: Suggestion }>(`suggestion/${id}/`, author);
      return answer.body.suggestion.user.name !== '' && answer.body;
    });
    expect(Suggestion.parse(body.suggestion)).toEqual({
      id,
      page_id: page.id,
      title: 'Better words',
      description: 'Because.',
      edit_type: 'content',
      suggested_content: { items: text },
      created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      user: { name: 'سارا نمونه' },
      applied_at: null,
      edit_summary: { items_added: 1, items_removed: 1, items_modified: 1 },
      status: 'pending',
      modified_date: expect.any(String),
      own: true,
      page_changed: false,
      base_content: { items: itemsOf() },
    });
    expect(JSON.stringify(body)).not.toContain('09120000000');
  });

  it('generates a missing title and description [RDR-SUGGEST-10]', async () => {
    const { page } = await freePage();
    const suggestion = await created(page, newReader(), replaced('a', 'Uno.'));
    expect(suggestion).toMatchObject({
      title: 'Edit of page 1 (original content)',
      description: '0 added, 0 removed, 1 modified',
    });
  });

  it("lists the user's own by edit type, and the number of others [RDR-SUGGEST-03]", async () => {
    const { page } = await freePage();
    const [author, second] = [newReader(), newReader()];
    const mine = await created(page, author, replaced('a', 'mine'), { edit_type: 'translation_2' });
    await created(page, second, replaced('a', 'theirs'));
    await created(page, newReader(), replaced('b', 'theirs too'));
    expect(await list(page, author)).toMatchObject({
      user_suggestions: { content: null, translation_1: null, translation_2: { id: mine.id } },
      other_suggestions_count: { content: 2, translation_1: 0, translation_2: 0 },
      history_count: { content: 0, translation_1: 0, translation_2: 0 },
      edit_mode: 'suggest',
    });
    expect((await list(page, second)).other_suggestions_count).toEqual({
      content: 1,
      translation_1: 0,
      translation_2: 1,
    });
    expect([(await list(page, STAFF)).edit_mode, (await list(page, OWNER)).edit_mode]).toEqual([
      'staff',
      'owner',
    ]);
  });

  it('allows one pending per user, page and edit type, even in a race [RDR-SUGGEST-07]', async () => {
    const { page } = await freePage();
    const author = newReader();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create<Refusal>(page, author, replaced('a', `try ${index}`))),
    );
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array<number>(7).fill(409)]);
    const [pending] = Object.values((await list(page, author)).user_suggestions).filter(
      (one) => one !== null,
    );
    for (const { body } of responses.filter(({ status }) => status === 409)) {
      expect(body.code).toBe('SUGGESTIONS.PENDING_EXISTS');
      expect(PendingSuggestion.parse(body).suggestion_id).toBe(pending?.id);
    }
    expect((await create(page, newReader(), itemsOf())).status).toBe(200);
    expect((await create(page, author, itemsOf(), { edit_type: 'translation_1' })).status).toBe(200);
  });

  it('is rejected beyond the hourly limit, even if earlier ones were cancelled', async () => {
    const author = newReader();
    const { page } = await freePage();
    for (let count = 0; count < PER_HOUR; count += 1) {
      const { id } = await created(page, author, itemsOf());
      expect((await act<Refusal>(id, 'cancel', author)).status).toBe(200);
    }
    const refused = await create<Refusal>(page, author, itemsOf());
    expect(refused).toMatchObject({ status: 429, body: { code: 'SUGGESTIONS.TOO_MANY' } });
    expect(refused.body.retry_after).toBeGreaterThan(3_500);
    expect((await create(page, OWNER, itemsOf())).status).toBe(200);
  });

  it('rejects hostile items and an outdated text', async () => {
    const { document, page } = await freePage();
    const author = newReader();
    for (const bad of ['{', '{"items":[{"id":"1","type":"script","content":""}]}', '{"items":3}']) {
      const answer = await harness.post(`page/${page.id}/suggestion/create/`, author, {
        edit_type: 'content',
        suggested_content: bad,
      });
      expect([answer.status, answer.body.code]).toEqual([400, 'COMMON.VALIDATION_FAILED']);
    }
    expect((await create(page, author, itemsOf(), { edit_type: 'title' })).status).toBe(400);
    const revision = String(page.revision);
    await harness.post(`page/${page.id}/update/`, STAFF, { content: json(replaced('a', 'Uno.')) });
    const late = await create<Refusal>(page, author, replaced('b', 'Dos.'), { revision });
    expect([late.status, late.body.code]).toEqual([409, 'EDITING.CONFLICT']);
    expect(shown(EditConflict.parse(late.body).page, 'content')).toBe(
      shown(await harness.page(document), 'content'),
    );
    expect((await list(page, author)).user_suggestions.content).toBeNull();
  });

  it('creates a suggestion first and then updates all its items [RDR-SUGGEST-09]', async () => {
    const { page } = await freePage();
    const author = newReader();
    const { id } = await created(page, author, itemsOf().slice(0, 2));
    const { body } = await act(id, 'update', author, { suggested_content: json(itemsOf().slice(0, 1)) });
    expect(body).toMatchObject({
      suggestion: { id, edit_summary: { items_removed: 2 }, description: '0 added, 2 removed, 0 modified' },
      page: null,
      conflict: false,
    });
    const { user_suggestions: kept } = await list(page, author);
    expect(kept.content?.suggested_content.items).toEqual(itemsOf().slice(0, 1));
    const renamed = await act(id, 'update', author, { title: 'Mine' });
    expect(renamed.body.suggestion).toMatchObject({ title: 'Mine', edit_summary: { items_removed: 2 } });
  });
});

describe('the lifecycle of a suggestion', () => {
  it('is applied to the page and recorded in the history [RDR-SUGGEST-05] [RDR-SUGGEST-06]', async () => {
    const { document, page } = await freePage();
    const author = newReader();
    const { id } = await created(page, author, replaced('a', 'Uno.'), { title: 'Spanish' });
    await act(id, 'update', author, { suggested_content: json(replaced('a', 'Un.')) });
    const { status, body } = await act(id, 'apply', OWNER);
    expect(status).toBe(200);
    const saved = SuggestionSavedResponse.parse(body);
    expect(saved).toMatchObject({ conflict: false, suggestion: { status: 'applied', own: false } });
    expect(saved.page && shown(saved.page, 'content')).toBe('a=Un.|b=Two.|c=Three.');
    expect(shown(await harness.page(document), 'content')).toBe('a=Un.|b=Two.|c=Three.');
    expect((await list(page, author)).user_suggestions.content).toBeNull();
    expect((await list(page, author)).history_count.content).toBe(1);
    expect((await history(page, author)).history).toEqual([
      {
        id,
        title: 'Spanish',
        edit_type: 'content',
        user: { name: '' },
        applied_at: saved.suggestion.applied_at,
        description: '0 added, 0 removed, 1 modified',
        edit_summary: { items_added: 0, items_removed: 0, items_modified: 1 },
        own: true,
      },
    ]);
    for (const what of ['update', 'cancel'] as const) {
      expect(await act<Refusal>(id, what, author)).toMatchObject({
        status: 409,
        body: { code: 'SUGGESTIONS.CLOSED' },
      });
    }
    expect((await act<Refusal>(id, 'apply', OWNER)).body.code).toBe('SUGGESTIONS.CLOSED');
  });

  it('ends when its author or staff cancel it [RDR-SUGGEST-06]', async () => {
    const { page } = await freePage();
    const author = newReader();
    const first = await created(page, author, itemsOf());
    expect((await act<Refusal>(first.id, 'cancel', OWNER)).status).toBe(403);
    expect((await act<Refusal>(first.id, 'cancel', newReader())).status).toBe(404);
    expect((await act<Refusal>(first.id, 'cancel', author)).status).toBe(200);
    expect((await act<Refusal>(first.id, 'cancel', author)).status).toBe(200);
    expect((await list(page, author)).user_suggestions.content).toBeNull();
    expect((await act<Refusal>(first.id, 'apply', OWNER)).body.code).toBe('SUGGESTIONS.CLOSED');
    expect((await act<Refusal>(first.id, 'update', author)).body.code).toBe('SUGGESTIONS.CLOSED');
    const second = await created(page, author, itemsOf());
    expect((await act<Refusal>(second.id, 'cancel', STAFF)).status).toBe(200);
    expect((await history(page, author)).total).toBe(0);
  });

  it('is applied once by concurrent requests', async () => {
    const { page } = await freePage();
    const { id } = await created(page, newReader(), replaced('a', 'Uno.'));
    const responses = await Promise.all([
      act(id, 'apply', OWNER),
      act(id, 'apply', STAFF),
      act(id, 'apply', OWNER),
    ]);
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409,
    ]);
    expect((await history(page, OWNER)).total).toBe(1);
  });

  it('merges changes of others item by item', async () => {
    const { document, page } = await freePage();
    const { id } = await created(page, newReader(), replaced('a', 'Uno.'));
    await harness.post(`page/${page.id}/update/`, STAFF, {
      content: json([...replaced('c', 'Tres.'), line('d', 'Four.')]),
    });
    expect(
      (await harness.get<{ suggestion: Suggestion }>(`suggestion/${id}/`, OWNER)).body.suggestion
        .page_changed,
    ).toBe(true);
    const { body } = await act(id, 'apply', OWNER);
    expect(body).toMatchObject({
      conflict: true,
      suggestion: { edit_summary: { items_modified: 1, items_added: 0 } },
    });
    expect(shown(await harness.page(document), 'content')).toBe('a=Uno.|b=Two.|c=Tres.|d=Four.');
  });

  it('does not overwrite changes of others in the same items without force', async () => {
    const { document, page } = await freePage();
    const first = await created(page, newReader(), replaced('a', 'Uno.'));
    const second = await created(page, newReader(), replaced('a', 'Eins.'));
    await act(first.id, 'apply', OWNER);
    const refused = await act<Refusal>(second.id, 'apply', OWNER);
    expect([refused.status, refused.body.code]).toEqual([409, 'EDITING.CONFLICT']);
    expect(EditConflict.parse(refused.body)).toMatchObject({ conflicts: ['a'], page: { id: page.id } });
    expect(shown(await harness.page(document), 'content')).toBe('a=Uno.|b=Two.|c=Three.');
    expect((await others(page, OWNER)).suggestions).toMatchObject([{ id: second.id, page_changed: true }]);
    const forced = await act(second.id, 'apply', OWNER, { force: '1' });
    expect(forced.body).toMatchObject({ conflict: true, suggestion: { status: 'applied' } });
    expect(shown(await harness.page(document), 'content')).toBe('a=Eins.|b=Two.|c=Three.');
  });
});

describe('access to suggestions', () => {
  it('returns suggestions of others to owner and staff, and only their number to readers [RDR-SUGGEST-13]', async () => {
    const { page } = await freePage();
    for (let count = 0; count < 15; count += 1) await created(page, newReader(), replaced('a', `${count}`));
    const first = await others(page, OWNER, '?edit_type=content');
    const second = await others(page, STAFF, '?edit_type=content&page=2');
    expect([first.total, first.suggestions.length, second.suggestions.length]).toEqual([15, 10, 5]);
    const ids = [...first.suggestions, ...second.suggestions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(15);
    expect(await others(page, OTHER)).toMatchObject({ suggestions: [], total: 15 });
    expect(await others(page, OWNER, '?edit_type=translation_1')).toMatchObject({
      suggestions: [],
      total: 0,
    });
    expect((await harness.get(`page/${page.id}/suggestion/others/?per_page=51`, OWNER)).status).toBe(400);
  });

  it('returns the history to everyone who can see the page, newest first [RDR-SUGGEST-04] [RDR-SUGGEST-14]', async () => {
    const { page } = await freePage();
    for (let count = 1; count <= 12; count += 1) {
      await created(page, OWNER, replaced('a', `${count}`), { title: `edit ${count}` });
    }
    const first = await history(page, OTHER);
    const second = await history(page, OTHER, '?page=2&edit_type=content');
    expect([...first.history, ...second.history].map(({ title }) => title)).toEqual(
      Array.from({ length: 12 }, (_, index) => `edit ${12 - index}`),
    );
    expect(first.total).toBe(12);
    expect((await harness.get(`suggestion/${first.history[0]?.id}/`, OTHER)).status).toBe(404);
  });

  it('hides a suggestion from all but its author, the owner and staff', async () => {
    const { page } = await freePage();
    const author = newReader();
    const { id } = await created(page, author, itemsOf());
    for (const caller of [author, OWNER, STAFF])
      expect((await harness.get(`suggestion/${id}/`, caller)).status).toBe(200);
    const none = await harness.get(`suggestion/${'f'.repeat(24)}/`, OTHER);
    expect(await harness.get(`suggestion/${id}/`, OTHER)).toEqual(none);
    expect(none.body.code).toBe('SUGGESTIONS.NOT_FOUND');
    expect(await act<Refusal>(id, 'apply', newReader())).toEqual(
      await act<Refusal>('f'.repeat(24), 'apply', newReader()),
    );
    expect((await act<Refusal>(id, 'apply', author)).status).toBe(403);
    expect((await act<Refusal>(id, 'update', OWNER)).status).toBe(403);
    expect((await harness.get(`suggestion/${id}/`, null)).status).toBe(401);
  });

  it('responds the same for pages of hidden documents and missing pages', async () => {
    const document = await harness.document(1, itemsOf);
    const { id } = await harness.page(document);
    const own = await created({ id }, OWNER, replaced('a', 'x'));
    for (const call of ['list', 'others', 'history']) {
      const hidden = await harness.get(`page/${id}/suggestion/${call}/`, OTHER);
      expect(hidden).toEqual(await harness.get(`page/${'f'.repeat(24)}/suggestion/${call}/`, OTHER));
      expect([hidden.status, hidden.body.code]).toEqual([404, 'DOCUMENTS.NOT_FOUND']);
      expect((await harness.get(`page/${id}/suggestion/${call}/`, null)).status).toBe(401);
    }
    expect(await create<Refusal>({ id }, OTHER, [])).toEqual(
      await create<Refusal>({ id: 'f'.repeat(24) }, OTHER, []),
    );
    expect((await harness.get(`suggestion/${own.id}/`, OTHER)).body.code).toBe('SUGGESTIONS.NOT_FOUND');
  });

  it('allows suggestions inside a preview and reveals nothing outside it', async () => {
    const paid = await harness.document(13, itemsOf, PAID);
    const [inside, outside] = [await harness.page(paid, 0), await harness.page(paid, 12)];
    const reader = newReader();
    expect((await create(inside, reader, itemsOf())).status).toBe(200);
    await created(outside, OWNER, [line('a', 'canary outside')]);
    const calls = ['list', 'others', 'history'].map((call) =>
      harness.get(`page/${outside.id}/suggestion/${call}/`, reader),
    );
    const responses = [...(await Promise.all(calls)), await create<Refusal>(outside, reader, itemsOf())];
    for (const { status, body } of responses) {
      expect([status, body.code]).toEqual([403, 'DOCUMENTS.PREVIEW_ONLY']);
      expect(JSON.stringify(body)).not.toContain('canary');
    }
  });

  it('hides a suggestion from an author who lost access to its page', async () => {
    const { document, page } = await freePage();
    const author = newReader();
    const { id } = await created(page, author, replaced('a', 'canary'));
    const documents = harness.database.collection<{ _id: string }>('documents');
    await documents.updateOne({ _id: document.id }, { $set: { visibility: 'private' } });
    const answer = await waitFor('the document to be private', async () => {
      const one = await harness.get(`suggestion/${id}/`, author);
      return one.status !== 200 && one;
    });
    expect([answer.status, answer.body.code]).toEqual([404, 'SUGGESTIONS.NOT_FOUND']);
    expect((await harness.get(`suggestion/${id}/`, OWNER)).status).toBe(200);
  });
});

describe('suggestions of the owner', () => {
  const textOf = async (document: Uploaded, type: EditType = 'content'): Promise<string> =>
    shown(await harness.page(document), type);

  it('apply at once, continue under the same id and have one history entry [RDR-EDIT-20]', async () => {
    const { document, page } = await freePage();
    const first = await create(page, OWNER, replaced('a', 'Uno.'));
    expect(first.body).toMatchObject({ suggestion: { status: 'applied', applied_at: expect.any(String) } });
    expect(first.body.page && shown(first.body.page, 'content')).toBe('a=Uno.|b=Two.|c=Three.');
    const { id } = first.body.suggestion;
    const second = await act(id, 'update', OWNER, {
      suggested_content: json(replaced('a', 'Uno.').slice(0, 2)),
    });
    expect(second.body).toMatchObject({
      conflict: false,
      suggestion: { id, status: 'applied', edit_summary: { items_modified: 1, items_removed: 1 } },
    });
    expect(await textOf(document)).toBe('a=Uno.|b=Two.');
    expect((await history(page, OWNER)).history).toMatchObject([{ id, own: true }]);
    expect((await act<Refusal>(id, 'cancel', OWNER)).body.code).toBe('SUGGESTIONS.CLOSED');
    expect((await list(page, OWNER)).user_suggestions.content).toBeNull();
  });

  it('are merged with changes of others, and report conflicting items', async () => {
    const { document, page } = await freePage();
    const { id } = await created(page, OWNER, replaced('a', 'Uno.'));
    const staffs = [line('a', 'Uno.'), line('b', 'Zwei.'), line('c', 'Three.')];
    await harness.post(`page/${page.id}/update/`, STAFF, { content: json(staffs) });
    const beside = await act(id, 'update', OWNER, { suggested_content: json(replaced('a', 'Un.')) });
    expect(beside.body.conflict).toBe(true);
    expect(await textOf(document)).toBe('a=Un.|b=Zwei.|c=Three.');
    await harness.post(`page/${page.id}/update/`, STAFF, {
      content: json([line('a', 'Eins.'), ...staffs.slice(1)]),
    });
    const refused = await act<Refusal>(id, 'update', OWNER, {
      suggested_content: json([line('a', 'One!'), line('b', 'Zwei.'), line('c', 'Three.')]),
    });
    expect([refused.status, refused.body.code, refused.body.conflicts]).toEqual([
      409,
      'EDITING.CONFLICT',
      ['a'],
    ]);
    expect(await textOf(document)).toBe('a=Eins.|b=Zwei.|c=Three.');
  });
});
