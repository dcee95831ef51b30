import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  PublicShelfDocumentsResponse,
  PublicShelfResponse,
  ShelfResponse,
  TagListResponse,
  type Shelf,
} from '@hamkhan/contracts/http/shelves';
import { prepareStores } from '@hamkhan/platform/bootstrap';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { Response } from 'supertest';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Uploaded } from './support/library-builder.js';
import { ShelfClient, type Form } from './support/shelf-client.js';

jest.setTimeout(60_000);

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;
let client: ShelfClient;
let db: Connection;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
  client = new ShelfClient(service);
  db = service.app.get<Connection>(getConnectionToken());
}, 90_000);

afterAll(async () => {
  await probe?.close();
  await service?.stop();
  await stack?.drop();
}, 60_000);

const USER = 'document/user';
const PUBLIC = 'document/shelf/public';
const MISSING = 'f'.repeat(24);

/** Publishes a document. */
const publish = async ({ id }: Uploaded): Promise<void> => {
  await db
    .collection<{ _id: string }>('documents')
    .updateOne({ _id: id }, { $set: { visibility: 'catalogue', published: true } });
};
const codeOf = (response: Response) => (response.body as { code: string }).code;

describe('the shelves of a user', () => {
  it('are listed with nine fields each, the general one first [ACC-SHELF-06] [ACC-SHELF-05]', async () => {
    const { id } = await client.create('lister', 'Second');
    const list = await client.list('lister');
    const [general, second] = list.shelves;
    expect(Object.keys(second ?? {}).sort()).toEqual(
      [
        'id',
        'key',
        'name',
        'description',
        'icon',
        'is_public',
        'tags_as_list',
        'document_count',
        'subscribed_shelf',
      ].sort(),
    );
    expect(second).toMatchObject({ id, icon: 'mdi-bookshelf', is_public: false, document_count: 0 });
    expect(general).toMatchObject({ id: list.general_shelf_id, name: 'GENERAL_SHELF' });
    expect(second?.key).toMatch(/^[\w-]{10,12}$/);
  });

  it('include one general shelf, even after concurrent first requests [ACC-SHELF-07]', async () => {
    const lists = await Promise.all(Array.from({ length: 20 }, () => client.list('racer')));
    expect(new Set(lists.map((list) => list.general_shelf_id)).size).toBe(1);
    expect((await client.list('racer')).shelves).toHaveLength(1);
  });

  it('are created with a name and a known icon only [ACC-SHELF-09] [ACC-SHELF-18]', async () => {
    const shelf = await client.create('maker', ' رمان\u200cها ', { description: 'a\nb', icon: 'mdi-heart' });
    expect(shelf).toMatchObject({ name: 'رمان\u200cها', description: 'a\nb', icon: 'mdi-heart' });
    const nameless = await client.post(`${USER}/shelf/create/`, 'maker', { description: 'x' }).expect(400);
    expect(nameless.body).toMatchObject({ status: 'error', fields: { name: ['Shelf name required'] } });
    await client.post(`${USER}/shelf/create/`, 'maker', { name: 'x', icon: 'mdi-account' }).expect(400);
    await client.post(`${USER}/shelf/create/`, 'maker', { name: 'x', owner_id: 'other' }).expect(400);
    await client.post(`${USER}/shelf/create/`, 'maker', { name: 'x'.repeat(101) }).expect(400);
    const reserved = await client
      .post(`${USER}/shelf/create/`, 'maker', { name: 'GENERAL_SHELF' })
      .expect(400);
    expect(codeOf(reserved)).toBe('SHELVES.NAME_TAKEN');
  });

  it('are created once by a repeated form; the name is rejected later', async () => {
    const forms = Array.from({ length: 8 }, () => client.create('twice', 'Same', { icon: 'mdi-star' }));
    const shelves = await Promise.all(forms);
    expect(new Set(shelves.map(({ id }) => id)).size).toBe(1);
    expect((await client.list('twice')).shelves.filter(({ name }) => name === 'Same')).toHaveLength(1);
    const again = await client.post(`${USER}/shelf/create/`, 'twice', {
      name: 'same',
      icon: 'mdi-book',
    });
    expect([again.status, codeOf(again)]).toEqual([400, 'SHELVES.NAME_TAKEN']);
  });

  it('are changed by id or key; missing fields stay [ACC-SHELF-10]', async () => {
    const { id, key } = await client.create('changer', 'Old', { description: 'kept' });
    await client.create('changer', 'Other');
    const response = await client
      .post(`${USER}/shelf/${key}/update/`, 'changer', { name: 'New' })
      .expect(200);
    expect(response.body).toMatchObject({
      status: 'success',
      shelf: { id, name: 'New', description: 'kept' },
    });
    const taken = await client.post(`${USER}/shelf/${id}/update/`, 'changer', { name: 'OTHER' }).expect(400);
    expect(codeOf(taken)).toBe('SHELVES.NAME_TAKEN');
    await client.post(`${USER}/shelf/${id}/update/`, 'changer', {}).expect(400);
    await client.post(`${USER}/shelf/${id}/update/`, 'changer', { name: '' }).expect(400);
    await client.post(`${USER}/shelf/${id}/update/`, 'changer', { icon: 'x' }).expect(400);
  });

  it('are published under known categories only [ACC-SHELF-11]', async () => {
    const { id } = await client.create('sharer', 'Shared');
    const update = (form: Form) => client.post(`${USER}/shelf/${id}/update/`, 'sharer', form);
    const shared = await update({ is_public: 'true', tags: 'Philosophy,History' }).expect(200);
    expect(shared.body).toMatchObject({
      shelf: { is_public: true, tags_as_list: ['Philosophy', 'History'], name: 'Shared' },
    });
    const unknown = await update({ is_public: 'true', tags: 'Philosophy,<script>' }).expect(400);
    expect(codeOf(unknown)).toBe('SHELVES.UNKNOWN_TAG');
    const closed = await update({ is_public: 'false', tags: '' }).expect(200);
    expect(closed.body).toMatchObject({ shelf: { is_public: false, tags_as_list: [] } });
  });

  it('do not allow changes of the general shelf [ACC-SHELF-08]', async () => {
    const { general_shelf_id: general } = await client.list('general');
    const refused = [
      await client.post(`${USER}/shelf/${general}/update/`, 'general', { name: 'Mine' }),
      await client.post(`${USER}/shelf/${general}/update/`, 'general', { is_public: 'true', tags: '' }),
      await client.delete(`${USER}/shelf/${general}/delete/`, 'general'),
    ];
    expect(refused.map((response) => [response.status, codeOf(response)])).toEqual(
      refused.map(() => [403, 'SHELVES.GENERAL_SHELF']),
    );
    await client.post(`${PUBLIC}/${general}/unsubscribe/`, 'general').expect(404);
    await client.get(`${PUBLIC}/${general}/`, 'general').expect(404);
  });

  it('are limited to 200', async () => {
    const { insertedCount } = await db
      .collection('shelves')
      .insertMany(
        Array.from({ length: 200 }, (_, at) => ({ key: `many-${at}`, ownerId: 'many', nameKey: `n${at}` })),
      );
    expect(insertedCount).toBe(200);
    const response = await client.post(`${USER}/shelf/create/`, 'many', { name: 'One more' }).expect(400);
    expect(codeOf(response)).toBe('SHELVES.TOO_MANY');
  });

  it('stay limited to 200 when twelve are created at the same time', async () => {
    await client.list('hasty');
    const rows = Array.from({ length: 195 }, (_, at) => ({
      key: `hasty-${at}`,
      ownerId: 'hasty',
      nameKey: `n${at}`,
    }));
    await db.collection('shelves').insertMany(rows);
    const names = Array.from({ length: 12 }, (_, at) => `Race ${at}`);
    const responses = await Promise.all(
      names.map((name) => client.post(`${USER}/shelf/create/`, 'hasty', { name })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(responses.filter(({ body }) => body.code === 'SHELVES.TOO_MANY')).toHaveLength(8);
    expect(await db.collection('shelves').countDocuments({ ownerId: 'hasty' })).toBe(200);
  });
});

describe('documents on shelves', () => {
  it('are moved and listed there with the id of the shelf [ACC-SHELF-14] [ACC-LIBRARY-18] [ACC-LIBRARY-20]', async () => {
    const document = await library.upload('mover');
    const { general_shelf_id: general } = await client.list('mover');
    const { id, key } = await client.create('mover', 'Target');
    expect((await library.item('mover', document.id)).shelf_id).toBe(general);
    expect(await client.documentIds('mover', general)).toEqual([document.id]);

    const moved = await client.move('mover', document.key, key).expect(200);
    expect(moved.body).toEqual({ status: 'success', shelf_id: id });
    expect((await library.item('mover', document.id)).shelf_id).toBe(id);
    expect(await client.documentIds('mover', id)).toEqual([document.id]);
    expect(await client.documentIds('mover', key)).toEqual([document.id]);
    expect(await client.documentIds('mover', general)).toEqual([]);
    const counts = (await client.list('mover')).shelves.map((shelf) => [shelf.id, shelf.document_count]);
    expect(counts).toEqual([
      [general, 0],
      [id, 1],
    ]);
  });

  it('are shown with the shelf to its user only', async () => {
    const document = await library.upload('reader-of-own');
    const { id } = await client.create('reader-of-own', 'Mine');
    await client.move('reader-of-own', document.id, id).expect(200);
    await publish(document);
    const shelfFor = async (caller: string | null) => {
      const response = await client.get(`document/metadata/${document.key}/`, caller).expect(200);
      return (response.body as { metadata: { shelf_id: unknown } }).metadata.shelf_id;
    };
    await waitFor('the move to be known', async () => (await shelfFor('reader-of-own')) === id);
    expect(await shelfFor(null)).toBeNull();
    expect(await shelfFor('stranger')).toBeNull();
  });

  it('are added, and moved to the general shelf when taken off [ACC-SHELF-15] [ACC-SHELF-16]', async () => {
    const { id: document } = await library.upload('adder');
    const { general_shelf_id: general } = await client.list('adder');
    const { id } = await client.create('adder', 'Here');
    const add = (form: Form) => client.post(`${USER}/shelf/${id}/add-document/`, 'adder', form);
    const remove = (form: Form) => client.post(`${USER}/document/${id}/remove-document/`, 'adder', form);
    expect((await add({ document_id: document }).expect(200)).body).toEqual({
      status: 'success',
      shelf_id: id,
    });
    expect((await library.item('adder', document)).shelf_id).toBe(id);
    expect((await remove({ document_id: document }).expect(200)).body).toMatchObject({ shelf_id: general });
    expect((await library.item('adder', document)).shelf_id).toBe(general);
    await remove({ document_id: document }).expect(404);
    await add({}).expect(400);
    await remove({}).expect(400);
    await add({ document_id: MISSING }).expect(404);
  });

  it('are reordered, all or some of them [ACC-SHELF-17]', async () => {
    const { id } = await client.create('arranger', 'Arranged');
    const documents: Uploaded[] = [];
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) documents.push(await library.upload('arranger', name));
    for (const document of documents) await client.move('arranger', document.id, id).expect(200);
    const [a = '', b = '', c = ''] = documents.map((document) => document.id);
    expect(await client.documentIds('arranger', id)).toEqual([c, b, a]);

    const order = (ids: unknown) =>
      client.post(`${USER}/shelf/${id}/reorder/`, 'arranger', { document_ids: JSON.stringify(ids) });
    expect((await order([a, c, b]).expect(200)).body).toEqual({ status: 'success' });
    expect(await client.documentIds('arranger', id)).toEqual([a, c, b]);
    await order([b, documents[0]?.key]).expect(200);
    expect(await client.documentIds('arranger', id)).toEqual([b, c, a]);
    expect(await client.documentIds('arranger', id, '&per_page=10&page=2')).toEqual([]);
    expect(await client.documentIds('arranger', id, '&search=c.pdf')).toEqual([c]);
    expect(await client.documentIds('arranger', id, '&sort_by=created_date&sort_order=asc')).toEqual([
      a,
      b,
      c,
    ]);

    const elsewhere = await library.upload('arranger', 'd.pdf');
    for (const wrong of [[a, elsewhere.id], [a, a], [MISSING], [], 'a', [1]]) await order(wrong).expect(400);
    await client.post(`${USER}/shelf/${id}/reorder/`, 'arranger', { document_ids: '[' }).expect(400);
    expect(await client.documentIds('arranger', id)).toEqual([b, c, a]);
  });

  it('move to the general shelf when their shelf is removed [ACC-SHELF-12] [ACC-SHELF-13]', async () => {
    const { general_shelf_id: general } = await client.list('deleter');
    const shelf = await client.createPublic('deleter', 'Doomed');
    const kept = [await library.upload('deleter'), await library.upload('deleter')];
    for (const { id } of kept) await client.move('deleter', id, shelf.id).expect(200);
    await client.post(`${PUBLIC}/${shelf.id}/subscribe/`, 'follower').expect(200);

    expect((await client.delete(`${USER}/shelf/${shelf.id}/delete/`, 'deleter').expect(200)).body).toEqual({
      status: 'success',
    });
    expect((await client.list('deleter')).shelves.map(({ id }) => id)).toEqual([general]);
    for (const { id } of kept) expect((await library.item('deleter', id)).shelf_id).toBe(general);
    expect((await client.documentIds('deleter', general)).toSorted()).toEqual(
      kept.map(({ id }) => id).toSorted(),
    );
    expect((await client.list('follower', '?with_subscribed=true')).shelves).toHaveLength(1);
    await client.delete(`${USER}/shelf/${shelf.id}/delete/`, 'deleter').expect(404);
    await client.get(`${USER}/document/list/?shelf_id=${shelf.id}`, 'deleter').expect(404);
  });

  it('are on one shelf after 20 concurrent moves', async () => {
    const { id: document } = await library.upload('crowd');
    const shelves: string[] = [];
    for (const name of ['one', 'two', 'three', 'four']) shelves.push((await client.create('crowd', name)).id);
    const moves = Array.from({ length: 20 }, (_, at) =>
      client.move('crowd', document, shelves[at % 4] ?? ''),
    );
    for (const response of await Promise.all(moves)) expect(response.status).toBe(200);

    const { shelves: listed } = await client.list('crowd');
    const holding = listed.filter((shelf) => shelf.document_count > 0);
    expect(holding.map((shelf) => shelf.document_count)).toEqual([1]);
    const places = await Promise.all(listed.map(({ id }) => client.documentIds('crowd', id)));
    expect(places.flat()).toEqual([document]);
    expect((await library.item('crowd', document)).shelf_id).toBe(holding[0]?.id);
    const row = await db.collection<{ _id: string; shelfId: string }>('documents').findOne({ _id: document });
    expect(row?.shelfId).toBe(holding[0]?.id);
  });

  it('are not lost when their shelf is removed during a move', async () => {
    const { general_shelf_id: general } = await client.list('collision');
    const documents: string[] = [];
    for (let at = 0; at < 4; at += 1) documents.push((await library.upload('collision')).id);
    const { id } = await client.create('collision', 'Brief');
    const [removed, ...moved] = await Promise.all([
      client.delete(`${USER}/shelf/${id}/delete/`, 'collision'),
      ...documents.map((document) => client.move('collision', document, id)),
    ]);
    expect(removed?.status).toBe(200);
    for (const { status } of moved) expect([200, 404]).toContain(status);
    expect((await client.documentIds('collision', general)).toSorted()).toEqual(documents.toSorted());
  });

  it('include published documents of others, once even after concurrent requests', async () => {
    const document = await library.upload('author', 'published.pdf');
    const own = await library.upload('keeper', 'own.pdf');
    const { id: shelf } = await client.create('keeper', 'Kept');
    await client.move('keeper', document.id, shelf).expect(404);
    await publish(document);
    const moves = Array.from({ length: 10 }, () => client.move('keeper', document.id, shelf));
    for (const response of await Promise.all(moves)) expect(response.status).toBe(200);
    expect(await client.documentIds('keeper', shelf)).toEqual([document.id]);
    expect((await library.list('keeper')).documents.map(({ id }) => id).toSorted()).toEqual(
      [document.id, own.id].toSorted(),
    );
    const authors = await client.list('author');
    expect((await library.item('author', document.id)).shelf_id).toBe(authors.general_shelf_id);

    await db
      .collection<{ _id: string }>('documents')
      .updateOne({ _id: document.id }, { $set: { status: 'blocked' } });
    expect(await client.documentIds('keeper', shelf)).toEqual([]);
    expect((await client.find('keeper', shelf))?.document_count).toBe(0);
    expect((await library.list('keeper')).total_documents).toBe(1);
  });

  it('are placed on the general shelf by repeated migrations, which seed tags once', async () => {
    const { id: document } = await library.upload('early');
    const { id: filed } = await library.upload('early');
    const { id: shelf } = await client.create('early', 'Filed');
    await client.move('early', filed, shelf).expect(200);
    await db
      .collection<{ _id: string }>('documents')
      .updateOne({ _id: document }, { $set: { shelfId: null } });
    await db.collection('placements').deleteMany({ documentId: document });
    const { general_shelf_id: general } = await client.list('early');
    expect(await client.documentIds('early', general)).toEqual([]);
    expect((await library.list('early')).total_documents).toBe(2);

    const tags = await db.collection('tags').countDocuments();
    await prepareStores(service.app);
    await prepareStores(service.app);
    expect(await client.documentIds('early', general)).toEqual([document]);
    expect(await client.documentIds('early', shelf)).toEqual([filed]);
    expect(await db.collection('tags').countDocuments()).toBe(tags);
  });
});

describe('shelves of others', () => {
  let secret: Shelf;
  let open: Shelf;
  let hidden: Uploaded;
  let published: Uploaded;
  const stranger = 'passer-by';

  beforeAll(async () => {
    hidden = await library.upload('host', 'hidden.pdf');
    published = await library.translated('host', 3);
    await publish(published);
    secret = await client.create('host', 'Secret');
    open = await client.createPublic('host', 'Open', 'Poetry');
    for (const { id } of [hidden, published]) await client.move('host', id, open.id).expect(200);
  });

  it('cannot be changed; a private one is reported as missing [ACC-SHELF-20]', async () => {
    const { id: document } = await library.upload('passer-by');
    const calls = (shelf: string) => [
      client.post(`${USER}/shelf/${shelf}/update/`, stranger, { name: 'x' }),
      client.post(`${USER}/shelf/${shelf}/update/`, stranger, { is_public: 'false', tags: '' }),
      client.delete(`${USER}/shelf/${shelf}/delete/`, stranger),
      client.post(`${USER}/shelf/${shelf}/reorder/`, stranger, { document_ids: `["${hidden.id}"]` }),
      client.post(`${USER}/shelf/${shelf}/add-document/`, stranger, { document_id: document }),
      client.post(`${USER}/document/${shelf}/remove-document/`, stranger, { document_id: hidden.id }),
      client.move('passer-by', document, shelf),
      client.get(`${USER}/document/list/?shelf_id=${shelf}`, stranger),
      client.get(`${PUBLIC}/${shelf}/`, stranger),
      client.get(`${PUBLIC}/${shelf}/documents/`, stranger),
      client.post(`${PUBLIC}/${shelf}/subscribe/`, stranger),
      client.post(`${PUBLIC}/${shelf}/unsubscribe/`, stranger),
    ];
    const responses = async (shelf: string) =>
      (await Promise.all(calls(shelf))).map((response) => [response.status, codeOf(response)]);
    const missing = await responses(MISSING);
    expect(missing).toEqual(missing.map(() => [404, 'SHELVES.NOT_FOUND']));
    expect(await responses(secret.id)).toEqual(missing);
    expect(await responses(secret.key)).toEqual(missing);
    expect((await responses(open.id)).slice(0, 8)).toEqual(
      missing.slice(0, 8).map(() => [403, 'COMMON.FORBIDDEN']),
    );
    expect((await client.documentIds('host', open.id)).length).toBe(2);
  });

  it('do not accept private documents of someone else', async () => {
    const { id: mine } = await client.create('passer-by', 'Mine');
    expect((await client.move('passer-by', hidden.id, mine)).status).toBe(404);
    expect(
      (await client.post(`${USER}/shelf/${mine}/add-document/`, stranger, { document_id: hidden.key }))
        .status,
    ).toBe(404);
    expect(
      (await client.post(`${USER}/document/${mine}/remove-document/`, stranger, { document_id: hidden.id }))
        .status,
    ).toBe(404);
    expect(
      (
        await client.post(`${USER}/shelf/${mine}/reorder/`, stranger, {
          document_ids: JSON.stringify([hidden.id]),
        })
      ).status,
    ).toBe(400);
    const staff = { userId: 'staff', isStaff: true };
    const { body } = await client.post(`${USER}/shelf/create/`, staff, { name: 'Staff' }).expect(200);
    const { shelf } = ShelfResponse.parse(body);
    expect(
      (await client.post(`${USER}/document/${hidden.id}/move-to-shelf/`, staff, { shelf_id: shelf.id }))
        .status,
    ).toBe(404);
  });

  it('are visible to guests once public [ACC-PUBSHELF-02] [ACC-PUBSHELF-01] [RDR-PUBSHELF-04] [RDR-PUBSHELF-05] [RDR-PUBSHELF-11]', async () => {
    const response = await client.get(`${PUBLIC}/${open.key}/`, null).expect(200);
    const { shelf, is_subscribed: isSubscribed } = PublicShelfResponse.parse(response.body);
    expect(isSubscribed).toBe(false);
    expect(shelf).toMatchObject({
      id: open.id,
      key: open.key,
      name: 'Open',
      icon: 'mdi-bookshelf',
      description: '',
      is_public: true,
      tags_as_list: ['Poetry'],
      user: 'host',
      document_count: 1,
      private_document_count: null,
    });
    const own = PublicShelfResponse.parse(
      (await client.get(`${PUBLIC}/${open.id}/`, 'host').expect(200)).body,
    );
    expect(own.shelf.private_document_count).toBe(1);
    expect(codeOf(await client.get(`${PUBLIC}/nokey/`, null).expect(404))).toBe('SHELVES.NOT_FOUND');
    await client.get(`${PUBLIC}/${secret.key}/`, 'host').expect(404);
  });

  it('show publicly visible documents only [ACC-PUBSHELF-03] [RDR-PUBSHELF-06]', async () => {
    for (const caller of [null, stranger, 'host', { userId: 's', isStaff: true }]) {
      const response = await client.get(`${PUBLIC}/${open.key}/documents/`, caller).expect(200);
      const { documents, total } = PublicShelfDocumentsResponse.parse(response.body);
      expect([documents.map(({ id }) => id), total]).toEqual([[published.id], 1]);
      expect(JSON.stringify(response.body)).not.toMatch(/hidden|\.pdf|host/);
    }
  });

  it('sort, search and page their documents [RDR-PUBSHELF-06]', async () => {
    const shelf = await client.createPublic('librarian', 'Sorted');
    const titles = ['باغ', 'آب', 'پرواز'];
    for (const [at, title] of titles.entries()) {
      const document = await library.upload('librarian', `${at}.pdf`);
      await probe.publish(library.inspected(document.id, 10 + at, title));
      await library.settled('librarian', document.id, { total_pages: 10 + at });
      await publish(document);
      await client.move('librarian', document.id, shelf.id).expect(200);
    }
    const list = async (query: string) => {
      const response = await client.get(`${PUBLIC}/${shelf.key}/documents/?${query}`, null).expect(200);
      const { documents, total } = PublicShelfDocumentsResponse.parse(response.body);
      return [documents.map(({ title }) => title), total];
    };
    expect(await list('')).toEqual([['پرواز', 'آب', 'باغ'], 3]);
    expect(await list('sort_by=title&sort_order=asc')).toEqual([['آب', 'باغ', 'پرواز'], 3]);
    expect(await list('sort_by=total_pages&sort_order=desc&per_page=10&page=1')).toEqual([
      ['پرواز', 'آب', 'باغ'],
      3,
    ]);
    expect(await list('search=' + encodeURIComponent('اب'))).toEqual([['آب'], 1]);
    expect(await list('page=2')).toEqual([[], 3]);
    await client.get(`${PUBLIC}/${shelf.key}/documents/?per_page=7`, null).expect(400);
  });

  it('can be subscribed to and unsubscribed from [ACC-SHELF-19] [ACC-PUBSHELF-04] [ACC-PUBSHELF-05] [RDR-PUBSHELF-07]', async () => {
    const follower = 'fan';
    const followed = async () =>
      (await client.list('fan', '?with_subscribed=true')).shelves.filter((shelf) => shelf.subscribed_shelf);
    for (let at = 0; at < 2; at += 1) {
      const response = await client.post(`${PUBLIC}/${open.key}/subscribe/`, follower).expect(200);
      expect(response.body).toEqual({ status: 'success', is_subscribed: true });
    }
    expect(await followed()).toEqual([{ ...open, document_count: 1, subscribed_shelf: true }]);
    expect((await client.list('fan')).shelves).toHaveLength(1);
    const info = await client.get(`${PUBLIC}/${open.key}/`, follower).expect(200);
    expect(info.body).toMatchObject({ is_subscribed: true });

    await client.post(`${USER}/shelf/${open.id}/update/`, 'host', { is_public: 'false' }).expect(200);
    expect(await followed()).toEqual([]);
    await client.post(`${USER}/shelf/${open.id}/update/`, 'host', { is_public: 'true' }).expect(200);
    expect(await followed()).toHaveLength(1);

    const left = await client.post(`${PUBLIC}/${open.key}/unsubscribe/`, follower).expect(200);
    expect(left.body).toEqual({ status: 'success', is_subscribed: false });
    expect(await followed()).toEqual([]);
    const own = await client.post(`${PUBLIC}/${open.key}/subscribe/`, 'host').expect(400);
    expect(codeOf(own)).toBe('SHELVES.OWN_SHELF');
  });
});

describe('authentication of shelf requests', () => {
  it('is required except for public shelves and tags [ACC-PUBSHELF-04] [RDR-PUBSHELF-12]', async () => {
    const calls = [
      client.get(`${USER}/shelf/list/`, null),
      client.post(`${USER}/shelf/create/`, null, { name: 'x' }),
      client.post(`${USER}/shelf/${MISSING}/update/`, null, { name: 'x' }),
      client.delete(`${USER}/shelf/${MISSING}/delete/`, null),
      client.post(`${USER}/shelf/${MISSING}/reorder/`, null, { document_ids: '["a"]' }),
      client.post(`${USER}/shelf/${MISSING}/add-document/`, null, { document_id: 'a' }),
      client.post(`${USER}/document/${MISSING}/remove-document/`, null, { document_id: 'a' }),
      client.post(`${USER}/document/${MISSING}/move-to-shelf/`, null, { shelf_id: 'a' }),
      client.post(`${PUBLIC}/${MISSING}/subscribe/`, null),
      client.post(`${PUBLIC}/${MISSING}/unsubscribe/`, null),
    ];
    for (const response of await Promise.all(calls)) expect(response.status).toBe(401);
  });

  it('rejects a session beyond the third, except for guest endpoints', async () => {
    const { key } = await client.createPublic('limited-host', 'Open to all');
    const late = { userId: 'late', overSessionLimit: true };
    expect((await client.get(`${USER}/shelf/list/`, late)).status).toBe(403);
    expect((await client.post(`${USER}/shelf/create/`, late, { name: 'x' })).status).toBe(403);
    expect((await client.post(`${PUBLIC}/${key}/subscribe/`, late)).status).toBe(403);
    expect((await client.get(`${PUBLIC}/${key}/`, late)).status).toBe(200);
  });
});

describe('category tags', () => {
  it('have names in both languages and are public [ACC-SHELF-34] [ACC-SHELF-35] [ACC-PUBSHELF-06]', async () => {
    const response = await client.get('document/tag/list/?is_category=true', null).expect(200);
    const { tags } = TagListResponse.parse(response.body);
    expect(tags.length).toBeGreaterThan(10);
    for (const tag of tags) {
      expect(tag.name).toMatch(/^[A-Z][a-z ]+$/);
      expect(tag.translated_name).toMatch(/^[آ-ی\u200c ]+$/);
      expect(tag.is_category).toBe(true);
    }
    const few = TagListResponse.parse(
      (await client.get('document/tag/list/?limit=3', null).expect(200)).body,
    );
    expect(few.tags).toHaveLength(3);
    await client.get('document/tag/list/?limit=0', null).expect(400);
  });
});
