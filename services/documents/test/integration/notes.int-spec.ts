import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import {
  MAX_NOTES_ON_PAGE,
  NoteDocumentsResponse,
  NoteListResponse,
  NoteResponse,
  NoteTagResponse,
  NoteTagsResponse,
  type Note,
} from '@hamkhan/contracts/http/notes';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { identityHeader, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import request, { type Test } from 'supertest';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Caller, type Uploaded } from './support/library-builder.js';

jest.setTimeout(60_000);

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;
let db: Connection;
/** `own` is private, `paid` is in the catalogue with a preview of pages 0 and 1. */
let own: Uploaded, paid: Uploaded;

const OWNER = { userId: 'note-owner' };
const OTHER = { userId: 'note-other' };
const SUBSCRIBER = { userId: 'note-subscriber', hasActiveSubscription: true };
const OVER_LIMIT = { ...OWNER, overSessionLimit: true };
const MISSING = 'f'.repeat(24);

const SENTENCE = 'It was a bright cold day in April';
const itemsOf = (page: number): ContentItem[] => [
  {
    id: `p${page}-1`,
    type: 'text',
    content: `${SENTENCE}, and the **clocks** of page ${page} were striking thirteen.`,
  },
  {
    id: `p${page}-2`,
    type: 'text',
    content: `The hallway of house ${page} smelt of boiled cabbage and old rag mats.`,
  },
];

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
  db = service.app.get<Connection>(getConnectionToken());
  own = await library.translated(OWNER.userId, 4, itemsOf);
  paid = await library.translated('note-publisher', 4, itemsOf);
  await db.collection<{ _id: string }>('documents').updateOne(
    { _id: paid.id },
    {
      $set: {
        visibility: 'catalogue',
        published: true,
        accessType: 'paid',
        price: 90_000,
        previewPages: { from: 0, to: 1 },
      },
    },
  );
}, 120_000);

afterAll(async () => {
  await probe?.close();
  await service?.stop();
  await stack?.drop();
}, 60_000);

const signed = (call: Test, caller: Caller) =>
  (caller ? call.set(identityHeader(caller)) : call).set('accept-language', 'en');
const get = (path: string, caller: Caller) =>
  signed(request(service.url).get(`/api/knowledge/note/${path}`), caller);
const form = (path: string, caller: Caller, fields: Record<string, string | number> = {}) => {
  const call = signed(request(service.url).post(`/api/knowledge/note/${path}`), caller);
  for (const [name, value] of Object.entries(fields)) call.field(name, value);
  return call;
};
const json = (path: string, caller: Caller, body: object) =>
  signed(request(service.url).post(`/api/knowledge/note/${path}`), caller).send(body);

const fields = (part: Record<string, string | number> = {}): Record<string, string | number> => ({
  document: own.key,
  text: SENTENCE,
  user_note: 'The first line.',
  category: 1,
  page_number: 0,
  item_index: 0,
  start_offset: 0,
  end_offset: SENTENCE.length,
  tags: '["opening","کتاب"]',
  version: 0,
  ...part,
});
const take = async (part: Record<string, string | number> = {}, caller: Caller = OWNER): Promise<Note> => {
  const response = await form('create/', caller, fields(part)).expect(200);
  return NoteResponse.parse(response.body).note;
};
const list = async (caller: Caller = OWNER, query = ''): Promise<Note[]> =>
  NoteListResponse.parse((await get(`list/${query}`, caller).expect(200)).body).notes;
const byId = async (id: string, caller: Caller = OWNER): Promise<Note | undefined> =>
  (await list(caller)).find((note) => note.id === id);

describe('creating a note', () => {
  it('stores the passage, its position and the note [RDR-NOTES-03] [RDR-NOTES-06] [ACC-NOTES-02] [ACC-NOTES-03]', async () => {
    const note = await take();
    const { id, document, created_date, modified_date, item_id, ...rest } = note;
    expect(rest).toEqual({
      text: SENTENCE,
      user_note: 'The first line.',
      category: 1,
      selected_text: SENTENCE,
      page_number: 0,
      item_index: 0,
      start_offset: 0,
      end_offset: SENTENCE.length,
      tags: ['opening', 'کتاب'],
      version: 0,
      anchored_text: SENTENCE,
      orphan: false,
      locked: false,
    });
    expect(item_id).toBe('p0-1');
    expect(document).toMatchObject({ key: own.key, id: own.id, title: 'A title' });
    expect(Date.now() - Date.parse(created_date)).toBeLessThan(60_000);
    expect(modified_date).toBe(created_date);
    expect(await byId(id)).toEqual(note);
  });

  it('finds the text with only the nine fields of the form [RDR-NOTES-03]', async () => {
    const { version: _, ...nine } = fields({
      text: `سطح ۲: ${SENTENCE}`.replace('۲', '2'),
      end_offset: 40,
      tags: '[]',
    });
    const response = await form('create/', OWNER, nine).expect(200);
    expect(NoteResponse.parse(response.body).note).toMatchObject({
      version: 2,
      orphan: false,
      start_offset: 0,
    });
    const elsewhere = await take({ text: 'boiled cabbage', item_index: 0, start_offset: 3, end_offset: 17 });
    expect(elsewhere).toMatchObject({ item_id: 'p0-2', item_index: 1, version: 0, orphan: false });
  });

  it('stores any text literally, without invisible characters', async () => {
    const hostile = '<img src=x onerror=alert(1)> =HYPERLINK("x") \u202egnp.exe\u0000\ud800 $where';
    const note = await take({
      text: hostile,
      user_note: `${hostile}\r\nsecond`,
      tags: JSON.stringify(['<b>x</b>']),
    });
    expect(note.text).toMatch(/^<img src=x onerror=alert\(1\)> =HYPERLINK\("x"\) gnp\.exe\ufffd* \$where$/);
    expect(note.user_note).toContain('\nsecond');
    expect(note.orphan).toBe(true);
    expect(note.tags).toEqual(['<b>x</b>']);
    await form(`delete/${note.id}/`, OWNER).expect(200);
  });

  it.each<[string, Record<string, string | number>, string]>([
    ['no text', { text: '  \u0000 ' }, 'text'],
    ['too long a text', { text: 'x'.repeat(10_001) }, 'text'],
    ['too long a note', { user_note: 'x'.repeat(20_001) }, 'user_note'],
    ['a sixth category', { category: 6 }, 'category'],
    ['no category', { category: '' }, 'category'],
    ['a page before the first', { page_number: -1 }, 'page_number'],
    ['a missing page', { page_number: 4 }, 'page_number'],
    ['an end before the start', { start_offset: 5, end_offset: 4 }, 'end_offset'],
    ['half an item', { item_index: 0.5 }, 'item_index'],
    ['tags that are no list', { tags: '{"a":1}' }, 'tags'],
    ['tags that are no JSON', { tags: 'a,b' }, 'tags'],
    ['too many tags', { tags: JSON.stringify(Array.from({ length: 21 }, (_, at) => `t${at}`)) }, 'tags'],
    ['a fourth text', { version: 3 }, 'version'],
    ['an unknown field', { owner: 'x' }, 'non_field_errors'],
  ])('refuses %s [RDR-NOTES-02]', async (_, part, field) => {
    const { body } = await form('create/', OWNER, fields(part)).expect(400);
    expect(body).toMatchObject({ status: 'error', code: 'COMMON.VALIDATION_FAILED' });
    expect(Object.keys((body as { fields: object }).fields).join()).toMatch(new RegExp(`^${field}`));
  });

  it('reports missing fields with the specified messages [ACC-NOTES-04] [ACC-NOTES-11] [ACC-NOTES-12]', async () => {
    const { body } = await form('create/', OWNER, fields({ text: '', category: 9 })).expect(400);
    expect(body).toMatchObject({ fields: { text: ['Note text required'], category: ['Category required'] } });
    for (const category of [1, 2, 3, 4, 5]) expect((await take({ category })).category).toBe(category);
  });

  it('requires a user, a visible document and a permitted page [ACC-NOTES-13] [RDR-READER-71]', async () => {
    await form('create/', null, fields()).expect(401);
    await form('create/', OVER_LIMIT, fields()).expect(403);
    await form('create/', OTHER, fields()).expect(404);
    await form('create/', OWNER, fields({ document: MISSING })).expect(404);
    await form('create/', OTHER, fields({ document: paid.key, page_number: 1 })).expect(200);
    const { body } = await form('create/', OTHER, fields({ document: paid.key, page_number: 2 })).expect(403);
    expect(body).toMatchObject({ code: 'DOCUMENTS.PREVIEW_ONLY' });
    expect(JSON.stringify(body)).not.toContain('clocks');
  });

  it('limits the number of notes on a page', async () => {
    const notes = db.collection<{ _id: string }>('notes');
    const full = { ownerId: 'note-full', documentId: paid.id, pageNumber: 0 };
    await notes.insertMany(
      Array.from({ length: MAX_NOTES_ON_PAGE }, (_, at) => ({ _id: `full-${at}`, ...full })),
    );
    const { body } = await form('create/', { userId: 'note-full' }, fields({ document: paid.key })).expect(
      400,
    );
    expect(body).toMatchObject({ code: 'NOTES.TOO_MANY' });
    await notes.deleteMany({ ownerId: 'note-full' });
  });
});

describe('listing notes', () => {
  const reader = { userId: 'note-reader' };

  it("returns only the reader's notes, of all documents or one, newest first [ACC-NOTES-06] [ACC-NOTES-13]", async () => {
    const first = await take({ document: paid.key }, reader);
    const second = await take({ document: paid.id, page_number: 1, text: 'The hallway of house' }, reader);
    expect((await list(reader)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await list(reader, `?document_key=${paid.key}`)).length).toBe(2);
    expect(await list(reader, `?document_key=${own.key}`)).toEqual([]);
    expect(await list(reader, '?document_key=nonsense')).toEqual([]);
    expect((await list(OTHER)).map(({ id }) => id)).not.toContain(first.id);
    await get('list/', null).expect(401);
    await get('list/', { ...reader, overSessionLimit: true }).expect(403);
    await get(`list/?document_key=${'x'.repeat(41)}`, reader).expect(400);
  });

  it('counts notes by document [ACC-NOTES-05] [ACC-NOTES-07]', async () => {
    const { body } = await get('documents/', reader).expect(200);
    expect(NoteDocumentsResponse.parse(body).documents).toEqual([
      { key: paid.key, title: 'A title', original_title: 'A title', note_count: 2 },
    ]);
    expect((await get('documents/', { userId: 'note-nobody' }).expect(200)).body).toEqual({
      status: 'success',
      documents: [],
    });
    await get('documents/', null).expect(401);
  });

  it('hides the passage while its page is locked, and shows it again later', async () => {
    const note = await take({ document: paid.key, page_number: 3 }, SUBSCRIBER);
    const lapsed = { ...SUBSCRIBER, hasActiveSubscription: false };
    const closed = await byId(note.id, lapsed);
    expect(closed).toMatchObject({
      locked: true,
      text: '',
      selected_text: '',
      anchored_text: '',
      user_note: 'The first line.',
    });
    const change = { text: 'x', category: 2 };
    expect((await json(`update/${note.id}/`, lapsed, change).expect(403)).body).toMatchObject({
      code: 'DOCUMENTS.PREVIEW_ONLY',
    });
    expect(await byId(note.id, SUBSCRIBER)).toMatchObject({ locked: false, text: SENTENCE });
    await form(`delete/${note.id}/`, lapsed).expect(200);
  });

  it('hides notes of a removed document', async () => {
    const documents = db.collection<{ _id: string }>('documents');
    await documents.updateOne({ _id: paid.id }, { $set: { status: 'blocked' } });
    try {
      await waitFor('the notes to be hidden', async () => (await list(reader)).length === 0);
      expect((await get('documents/', reader).expect(200)).body).toMatchObject({ documents: [] });
    } finally {
      await documents.updateOne({ _id: paid.id }, { $set: { status: 'translated' } });
    }
    await waitFor('the notes to be back', async () => (await list(reader)).length === 2);
  });
});

describe('changing a note', () => {
  it('changes text and category, never the selection (G44) [ACC-NOTES-08]', async () => {
    const note = await take();
    const { body } = await json(`update/${note.id}/`, OWNER, { text: ' x ', category: 2 }).expect(200);
    const changed = NoteResponse.parse(body).note;
    expect(changed).toEqual({ ...note, text: 'x', category: 2, modified_date: changed.modified_date });
    expect(await byId(note.id)).toEqual(changed);
    const more = { text: 'x', category: 2, user_note: '', tags: ['another'] };
    await json(`update/${note.id}/`, OWNER, more).expect(200);
    expect(await byId(note.id)).toMatchObject({ user_note: '', tags: ['another'], selected_text: SENTENCE });
  });

  it('rejects invalid changes and other users', async () => {
    const { id } = await take();
    const path = `update/${id}/`;
    const good = { text: 'x', category: 2 };
    const { body } = await json(path, OWNER, { text: '', category: null }).expect(400);
    expect(body).toMatchObject({ fields: { text: ['Note text required'], category: ['Category required'] } });
    await json(path, OWNER, { ...good, selected_text: 'y' }).expect(400);
    await json(path, OWNER, { text: { $ne: 1 }, category: 2 }).expect(400);
    await json(path, null, good).expect(401);
    await json(path, OVER_LIMIT, good).expect(403);
    expect((await json(path, OTHER, good).expect(404)).body).toMatchObject({ code: 'NOTES.NOT_FOUND' });
    await json(`update/${MISSING}/`, OWNER, good).expect(404);
    expect(await byId(id)).toMatchObject({ text: SENTENCE, category: 1 });
  });

  it("deletes only the user's own note [ACC-NOTES-09] [ACC-PROFILE-16]", async () => {
    const { id } = await take();
    await form(`delete/${id}/`, null).expect(401);
    await form(`delete/${id}/`, OVER_LIMIT).expect(403);
    await form(`delete/${id}/`, OTHER).expect(404);
    expect(await byId(id)).toBeDefined();
    expect((await form(`delete/${id}/`, OWNER).expect(200)).body).toEqual({ status: 'success' });
    expect(await byId(id)).toBeUndefined();
    await form(`delete/${id}/`, OWNER).expect(404);
  });
});

describe('tags', () => {
  const tagger = { userId: 'note-tagger' };
  const names = async (caller: Caller = tagger) =>
    NoteTagsResponse.parse((await get('tag/list/', caller).expect(200)).body).tags.map(({ name }) => name);

  it('are created once, separately or with a note, per user [ACC-NOTES-10] [RDR-NOTES-04] [RDR-NOTES-05]', async () => {
    expect(await names()).toEqual([]);
    const { body } = await form('tag/create/', tagger, { name: '  کتاب   خوب ' }).expect(200);
    const { tag } = NoteTagResponse.parse(body);
    expect(tag.name).toBe('کتاب خوب');
    const again = await form('tag/create/', tagger, { name: 'كتاب‌خوب' }).expect(200);
    expect(NoteTagResponse.parse(again.body).tag).toEqual(tag);
    const note = await take({ document: paid.key, tags: '["كتابِ خوب","Alpha","alpha"]' }, tagger);
    expect(note.tags).toEqual(['کتاب خوب', 'alpha']);
    expect(await names()).toEqual(['alpha', 'کتاب خوب']);
    expect(await names(OTHER)).not.toContain('alpha');
  });

  it('are created once by twenty concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => form('tag/create/', { userId: 'note-racer' }, { name: 'race' })),
    );
    expect(new Set(responses.map(({ body }) => NoteTagResponse.parse(body).tag.id)).size).toBe(1);
    expect(await names({ userId: 'note-racer' })).toEqual(['race']);
  });

  it('require a name and a user', async () => {
    for (const name of ['', ' \u202e ', 'x'.repeat(51)]) {
      expect((await form('tag/create/', tagger, { name })).status).toBe(400);
    }
    expect((await form('tag/create/', null, { name: 'a' })).status).toBe(401);
    expect((await get('tag/list/', null)).status).toBe(401);
    expect((await form('tag/create/', { ...tagger, overSessionLimit: true }, { name: 'a' })).status).toBe(
      403,
    );
  });
});

describe('notes when the text changes', () => {
  const converted = (id: string, pageNumber: number, version: number, items: ContentItem[]) =>
    probe.event(
      'pipeline.page.converted',
      {
        documentId: id,
        pageNumber,
        content: { items, page_info: { page_type: 'text' } },
      },
      version,
    );
  const level2 = (id: string, pageNumber: number, version: number, items: ContentItem[]) =>
    probe.event(
      'pipeline.page.translated',
      { documentId: id, pageNumber, level: 2, content: { items } },
      version,
    );
  const settled = (id: string, wanted: Partial<Note>): Promise<Note> =>
    waitFor(`note ${id} with ${JSON.stringify(wanted)}`, async () => {
      const note = await byId(id);
      const isThere = Object.entries(wanted).every(([name, value]) => note?.[name as keyof Note] === value);
      return isThere && note;
    });

  it('follow their passage through corrections, changed ids and other pages, and are never lost', async () => {
    const other = (page: number): ContentItem[] => [
      { id: `p${page}-1`, type: 'text', content: `Page ${page} speaks of quite another thing.` },
    ];
    const { id, key } = await library.translated(OWNER.userId, 3, (page) =>
      page === 1 ? itemsOf(page) : other(page),
    );
    const at = { document: key, page_number: 1, version: 0, tags: '[]' };
    const [first = { id: '', type: 'text', content: '' }, second = first] = itemsOf(1);
    const opening = await take(at);
    const thirteen = await take({ ...at, text: 'striking thirteen', start_offset: 66, end_offset: 83 });
    const persian = await take({ ...at, text: `سطح 2: ${SENTENCE}`, end_offset: 40, version: 2 });
    expect([opening, thirteen, persian].map(({ orphan, version }) => [orphan, version])).toEqual([
      [false, 0],
      [false, 0],
      [false, 2],
    ]);

    const preface: ContentItem = { id: 'n0', type: 'text', content: 'A preface, added.' };
    const corrected: ContentItem = { ...first, id: 'n1', content: first.content.replace('thirteen', '13') };
    await probe.publish(converted(id, 1, 20, [preface, corrected, second]));
    await settled(opening.id, { item_id: 'n1', item_index: 1, page_number: 1, orphan: false });
    await settled(thirteen.id, { item_id: 'n1', anchored_text: 'striking 13', orphan: false });
    expect(await byId(persian.id)).toMatchObject({ orphan: false, item_id: 'p1-1' });
    await probe.publish(
      level2(id, 1, 21, [preface, { ...corrected, content: `سطح ۲: ${SENTENCE}.` }, second]),
    );
    await settled(persian.id, { item_id: 'n1', orphan: false, anchored_text: `سطح ۲: ${SENTENCE}` });

    await probe.publish(converted(id, 1, 30, [preface, second]));
    await settled(opening.id, { orphan: true, page_number: 1, selected_text: SENTENCE });
    await probe.publish(converted(id, 2, 30, [...other(2), corrected]));
    await settled(opening.id, { orphan: false, page_number: 2, item_id: 'n1', item_index: 1 });
    await settled(thirteen.id, { orphan: false, page_number: 2, anchored_text: 'striking 13' });
    expect((await byId(thirteen.id))?.selected_text).toBe('striking thirteen');
  });
});
