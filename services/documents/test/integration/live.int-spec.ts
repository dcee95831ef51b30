import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LibraryItem, PageChangedEvent } from '@hamkhan/contracts/http/documents';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { identityHeader, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Caller } from './support/library-builder.js';

jest.setTimeout(30_000);

let stack: TestStack;
/** Two replicas: each sends events that the other has consumed, too. */
let replicas: [TestService, TestService];
let probe: KafkaProbe;
let libraries: [LibraryBuilder, LibraryBuilder];

beforeAll(async () => {
  stack = await TestStack.create();
  replicas = [
    await startTestService(stack, documentsService),
    await startTestService(stack, documentsService),
  ];
  probe = new KafkaProbe(stack);
  libraries = [new LibraryBuilder(replicas[0], probe), new LibraryBuilder(replicas[1], probe)];
}, 60_000);

afterAll(async () => {
  await probe.close();
  await Promise.all(replicas.map((replica) => replica.stop()));
  await stack.drop();
}, 60_000);

type LiveStream = {
  raw: string;
  events: { id: number; name: string; data: unknown }[];
  isEnded: boolean;
  stop: () => void;
};

/** Uses node:http: fetch opens an unused connection when a stream is aborted. */
async function listen(
  service: TestService,
  caller: Caller,
  query = '',
  language = 'en',
  address?: string,
): Promise<LiveStream> {
  const headers = {
    ...(caller ? identityHeader(caller) : {}),
    'accept-language': language,
    'last-event-id': 'unknown',
    ...(address ? { 'x-forwarded-for': address } : {}),
  };
  const request = get(`${service.url}/api/document/events/${query}`, { agent: false, headers });
  const stream: LiveStream = { raw: '', events: [], isEnded: false, stop: () => request.destroy() };
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    stream.raw += text;
    stream.events = stream.raw.split('\n\n').slice(0, -1).flatMap(parseEvent);
  });
  response.on('error', () => undefined);
  response.on('close', () => {
    stream.isEnded = true;
  });
  await waitFor('the ready comment', () => stream.raw.includes(': ready'));
  return stream;
}

function parseEvent(block: string): LiveStream['events'] {
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
  if (!field('event')) return [];
  return [{ id: Number(field('id')), name: field('event'), data: JSON.parse(field('data')) as unknown }];
}

const documentRows = () => replicas[0].app.get<Connection>(getConnectionToken()).collection('documents');

/** The key of a document that everyone may see. */
async function publicDocument(library: LibraryBuilder): Promise<string> {
  const { key } = await library.upload('owner', 'public.pdf');
  await documentRows().updateOne({ key }, { $set: { published: true, visibility: 'catalogue' } });
  return key;
}

describe('the event stream', () => {
  it("sends an owner's document changes to the owner only, on every replica", async () => {
    const [here] = libraries;
    const { id } = await here.upload('owner', 'live.pdf');
    const owners = [
      await listen(replicas[0], { userId: 'owner' }),
      await listen(replicas[1], { userId: 'owner' }, '', 'fa'),
    ];
    const other = await listen(replicas[0], { userId: 'other' });
    await probe.publish(here.inspected(id, 1, 'Live'), ...here.pageEvents(id, 0));
    for (const stream of owners) {
      await waitFor('the end of the document', () =>
        stream.events.some(({ data }) => (data as LibraryItem).status === 'translated'),
      );
      expect(new Set(stream.events.map(({ name }) => name))).toEqual(new Set(['document']));
      const last = LibraryItem.parse(stream.events.at(-1)?.data);
      expect(last).toMatchObject({ id, title: 'Live', total_pages: 1, translated_level2_pages: 1 });
      const ids = stream.events.map((event) => event.id);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
      stream.stop();
    }
    expect(other.events).toEqual([]);
    other.stop();
  });

  it('sends page changes to readers of a document, in their language', async () => {
    const [here, there] = libraries;
    const { id, key } = await here.upload('owner', 'reading.pdf');
    const stream = await listen(replicas[1], { userId: 'owner' }, `?document=${key}`, 'fa');
    await probe.publish(here.inspected(id, 3));
    await here.settled('owner', id, { total_pages: 3 });
    await probe.publish(...here.pageEvents(id, 2));
    const pages = await waitFor('the page', () => {
      const events = stream.events.filter(({ name }) => name === 'page');
      return (
        events.some(({ data }) => (data as PageChangedEvent).translation_status === 'translated') && events
      );
    });
    expect(pages.map(({ data }) => PageChangedEvent.parse(data))).toEqual(
      [
        { status: 'inprogress', translation_status: 'pending_translation', revision: 1 },
        { status: 'success', translation_status: 'pending_translation', revision: 2 },
        { status: 'success', translation_status: 'translating', revision: 3 },
        { status: 'success', translation_status: 'translating', revision: 4 },
        { status: 'success', translation_status: 'translated', revision: 5 },
      ].map((event) => ({ document_key: key, page_number: 2, ...event })),
    );
    const response = await there.call(`document/pages/${key}/?page=3&per_page=1`, { userId: 'owner' });
    expect(await response.text()).toContain('"revision":5');

    await probe.publish(
      probe.event('pipeline.document.failed', { documentId: id, reason: 'crashed', params: {} }, 5),
    );
    const failed = await waitFor('the failure', () =>
      stream.events.find(({ data }) => (data as LibraryItem).status === 'failed'),
    );
    expect((failed.data as LibraryItem).note).toMatch(/[\u0600-\u06ff]/);
    stream.stop();
  });

  it('ends when the reader loses access to the document', async () => {
    const [here] = libraries;
    const { id, key } = await here.upload('owner', 'blocked.pdf');
    const stream = await listen(replicas[0], { userId: 'owner' }, `?document=${key}`);
    await replicas[0].app
      .get<Connection>(getConnectionToken())
      .collection<{ _id: string }>('documents')
      .updateOne({ _id: id }, { $set: { status: 'blocked' } });
    await waitFor('the end', () => stream.isEnded);
    expect(stream.events).toEqual([]);
    expect((await here.call(`document/events/?document=${key}`, { userId: 'owner' })).status).toBe(404);
  });

  it('requires a user without a document', async () => {
    expect((await libraries[0].call('document/events/', null)).status).toBe(401);
  });

  it('limits the streams of one user', async () => {
    const [here] = libraries;
    const many = { userId: 'many-tabs' };
    const stream = await Promise.all(Array.from({ length: 30 }, () => listen(replicas[0], many)));
    expect((await here.call('document/events/', many)).status).toBe(429);
    stream[0]?.stop();
    const again = await waitFor('a free place', () => listen(replicas[0], many));
    again.stop();
    for (const { stop } of stream) stop();
  });

  it('limits the streams of guests from one address', async () => {
    const [here] = libraries;
    const key = await publicDocument(here);
    const query = `?document=${key}`;
    const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
    const streams = await Promise.all(
      Array.from({ length: 30 }, () => listen(replicas[0], null, query, 'en', '198.51.100.7')),
    );
    expect((await here.call(`document/events/${query}`, null, from('198.51.100.7'))).status).toBe(429);
    const elsewhere = await listen(replicas[0], null, query, 'en', '198.51.100.8');
    for (const { stop } of [...streams, elsewhere]) stop();
  });

  it('ends the streams of an ended session on every replica, and no others', async () => {
    const ended = { userId: 'leaver', sessionId: 'ended-session' };
    const kept = { userId: 'leaver', sessionId: 'kept-session' };
    const streams = await Promise.all(replicas.map((replica) => listen(replica, ended)));
    const others = await Promise.all(replicas.map((replica) => listen(replica, kept)));
    const data = { userId: 'leaver', sessionIds: ['ended-session', 'an-older-one'] };
    await probe.publish(probe.event('auth.sessions.ended', data, 1));
    for (const stream of streams) await waitFor('the end', () => stream.isEnded, 5_000);
    expect(others.map(({ isEnded }) => isEnded)).toEqual([false, false]);
    const late = await listen(replicas[0], ended);
    await waitFor('the end of a stream with an identity of before', () => late.isEnded, 5_000);
    for (const { stop } of others) stop();
  });

  it("does not send the owner's shelf to others", async () => {
    const [here] = libraries;
    const key = await publicDocument(here);
    const owner = await listen(replicas[0], { userId: 'owner' }, `?document=${key}`);
    const guest = await listen(replicas[0], null, `?document=${key}`);
    await documentRows().updateOne({ key }, { $set: { shelfId: 'shelf-of-owner' } });
    for (const [stream, shelf] of [
      [owner, 'shelf-of-owner'],
      [guest, null],
    ] as const) {
      const event = await waitFor('the change', () => stream.events.at(0));
      expect(LibraryItem.parse(event.data).shelf_id).toBe(shelf);
      stream.stop();
    }
    expect(guest.raw).not.toContain('shelf-of-owner');
  });

  it('ends all streams when the service stops', async () => {
    const stream = await listen(replicas[1], { userId: 'owner' });
    const started = Date.now();
    await replicas[1].stop();
    await waitFor('the end', () => stream.isEnded);
    expect(Date.now() - started).toBeLessThan(10_000);
    replicas = [replicas[0], { ...replicas[1], stop: () => Promise.resolve() }];
  });
});
