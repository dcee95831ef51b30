import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { PagesResponse } from '@hamkhan/contracts/http/documents';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { DEFAULT_PREVIEW } from '../../src/features/access/access.domain.js';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Caller, type Uploaded } from './support/library-builder.js';

jest.setTimeout(60_000);

const PAGES = 16;
const OWNER = { userId: 'owner' };
/** Readers who see only the preview. */
const READERS: [string, Caller][] = [
  ['a guest', null],
  ['a reader who has not bought it', { userId: 'other' }],
  ['a reader whose subscription is over', { userId: 'lapsed', hasActiveSubscription: false }],
];

/** A word that occurs on one page only, in one kind of text. */
const canary = (page: number): string => `canary${String(page).padStart(2, '0')}x`;
const OUTSIDE = Array.from({ length: PAGES }, (_, page) => page).filter((page) => page > DEFAULT_PREVIEW.to);
const nameOf = (kind: string, page: number, extension: string): string =>
  `${createHash('sha256').update(`${kind} ${page}`).digest('hex')}.${extension}`;
const PNG_HEAD = '\x89PNG\r\n\x1a\n';

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;
let paid: Uploaded;
/** Pages as their owner sees them, with addresses that a reader might guess or receive. */
let whole: PagesResponse['pages'];

const itemsOf =
  (documentId: string) =>
  (page: number): ContentItem[] => [
    { id: `h${page}`, type: 'heading', content: `${canary(page)} heading`, level: 1 },
    { id: `t${page}`, type: 'text', content: `the ${canary(page)} sings` },
    {
      id: `f${page}`,
      type: 'figure',
      content: '',
      caption: `${canary(page)} caption`,
      src: `images/${documentId}/${nameOf('image', page, 'png')}`,
    },
  ];

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
  paid = await library.upload('owner');
  const store = service.app.get(ObjectStore);
  const of = itemsOf(paid.id);
  await probe.publish(library.inspected(paid.id, PAGES));
  for (let page = 0; page < PAGES; page += 1) {
    const image = Buffer.from(`${PNG_HEAD} ${canary(page)}`, 'latin1');
    await store.putBytes(`images/${paid.id}/${nameOf('image', page, 'png')}`, image, 'image/png');
    const audio = `audio/${paid.id}/${nameOf('audio', page, 'mp3')}`;
    await store.putBytes(audio, Buffer.from(`ID3 ${canary(page)}`), 'audio/mpeg');
    await probe.publish(
      ...library.pageEvents(paid.id, page, of(page)),
      probe.event(
        'pipeline.page.speech-changed',
        {
          documentId: paid.id,
          pageNumber: page,
          status: 'success',
          audio: {
            key: audio,
            seconds: 3,
            items: [
              { id: 's', type: 'content', content: `${canary(page)} said`, start: 0, end: 3, sentences: [] },
            ],
          },
        },
        6,
      ),
    );
  }
  await waitFor(
    'the document',
    async () => (await library.item('owner', paid.id)).status === 'translated',
    90_000,
  );
  const sold = await service.app
    .get<Connection>(getConnectionToken())
    .collection<{ _id: string; objectKey: string }>('documents')
    .findOneAndUpdate(
      { _id: paid.id },
      { $set: { visibility: 'catalogue', published: true, accessType: 'paid', price: 90_000 } },
    );
  const words = Array.from({ length: PAGES }, (_, page) => canary(page)).join(' ');
  await store.putBytes(sold?.objectKey ?? '', Buffer.from(`%PDF-1.7 ${words}`), 'application/pdf');
  whole = await waitFor(
    'the pages with their audio',
    async () => {
      const { pages } = await library.json<PagesResponse>(`document/pages/${paid.key}/`, OWNER);
      return pages.length === PAGES && pages.every((page) => page.tts_audio_url !== null) && pages;
    },
    60_000,
  );
}, 180_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 180_000);

/** An address without its signature. */
const bare = (address: string): string => address.replace(/^\/api\//, '').replace(/\?.*$/, '');

/** All endpoints that return anything about a document or its pages. */
const paths = (): string[] => {
  const found: string[] = [];
  for (const name of [paid.id, paid.key]) {
    for (let page = 0; page < PAGES; page += 1) {
      found.push(`document/metadata/${name}/?with_page=1&page=${page}&resume=1`);
      found.push(`document/pages/${name}/?page=${page + 1}&per_page=1`);
      found.push(
        `document/find/${name}/?q=${canary(page)}`,
        `document/find/${name}/?q=${canary(page)}&version=1`,
      );
    }
    for (const size of [2, 5, 7, 100]) {
      for (let chunk = 1; chunk <= Math.ceil(PAGES / size); chunk += 1)
        found.push(`document/pages/${name}/?page=${chunk}&per_page=${size}`);
    }
    found.push(
      `document/metadata/${name}/?add=1`,
      `document/contents/${name}/`,
      `document/find/${name}/?q=canary`,
      `document/find/${name}/?q=sings`,
      `document/original/${name}/`,
      `document/media/list/?page_id=${name}`,
      `knowledge/note/list/?document_key=${name}`,
    );
  }
  for (const page of whole) {
    const figure = page.content?.items.find((item) => item.type === 'figure');
    const addresses = [
      figure?.type === 'figure' ? figure.src : '',
      page.tts_audio_url ?? '',
      page.image ?? '',
      ...page.pictures.map(({ src }) => src),
    ];
    found.push(...addresses.filter((address) => address !== '').map(bare));
    for (const call of ['list', 'others', 'history'])
      found.push(`document/page/${page.id}/suggestion/${call}/?edit_type=content`);
    found.push(`document/media/list/?page_id=${page.id}`);
  }
  found.push(
    'document/user/document/list/?search=canary&per_page=100',
    'document/user/shelf/list/',
    'knowledge/note/list/',
    'knowledge/note/documents/',
    'untranslated/document-requests/',
  );
  return found;
};

const readAll = async (response: Response): Promise<string> =>
  Buffer.from(await response.arrayBuffer()).toString('latin1');
const leakedPagesIn = (text: string): number[] => OUTSIDE.filter((page) => text.includes(canary(page)));

describe('text of a page outside the preview', () => {
  it('is returned to its owner by every tested endpoint', async () => {
    const seen = new Set<string>();
    for (const path of paths()) {
      const text = await readAll(await library.call(path, OWNER));
      if (leakedPagesIn(text).length > 0) seen.add(path.split('/')[1] ?? '');
    }
    expect([...seen].toSorted()).toEqual(
      expect.arrayContaining(['audio', 'contents', 'find', 'image', 'metadata', 'original', 'pages']),
    );
  });

  it.each(READERS)('is not returned to %s by any endpoint', async (_, caller) => {
    const leaks: string[] = [];
    let inside = 0;
    for (const path of paths()) {
      const response = await library.call(path, caller);
      const text = await readAll(response);
      if (leakedPagesIn(text).length > 0) leaks.push(`${response.status} ${path}`);
      if (text.includes(canary(0))) inside += 1;
    }
    expect(leaks).toEqual([]);
    // The endpoints do return text inside the preview.
    expect(inside).toBeGreaterThan(10);
  });

  it.each(READERS)('rejects notes, reports and edits by %s', async (_, caller) => {
    for (const page of OUTSIDE) {
      const id = whole[page]?.id ?? '';
      const form = (fields: Record<string, string>) => {
        const body = new FormData();
        for (const [name, value] of Object.entries(fields)) body.set(name, value);
        return { method: 'POST', body };
      };
      const responses = await Promise.all([
        library.call(
          'knowledge/note/create/',
          caller,
          form({
            ...{ document: paid.key, text: 'x', user_note: '', category: '1', page_number: String(page) },
            ...{ item_index: '1', start_offset: '0', end_offset: '20', tags: '[]' },
          }),
        ),
        library.call(
          'document/report/',
          caller,
          form({ document_id: paid.key, page_id: id, page_number: String(page), issue_type: 'other' }),
        ),
        library.call(`document/page/${id}/update/`, caller, form({ content: '[]' })),
        library.call(`document/page/${id}/reprocess/`, caller, { method: 'POST' }),
        library.call(
          `document/page/${id}/suggestion/create/`,
          caller,
          form({ edit_type: 'content', title: 'x', description: '', suggested_content: '{"items":[]}' }),
        ),
      ]);
      for (const answer of responses) {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(leakedPagesIn(await readAll(answer))).toEqual([]);
      }
    }
  });

  it('is not accessible with a signature of another page', async () => {
    const addressOf = (page: number) => {
      const figure = whole[page]?.content?.items.find((item) => item.type === 'figure');
      return figure?.type === 'figure' ? figure.src : '';
    };
    const given = addressOf(0).split('?')[1] ?? '';
    expect(given).not.toBe('');
    for (const page of OUTSIDE) {
      for (const address of [addressOf(page), whole[page]?.tts_audio_url ?? '']) {
        const response = await library.call(`${bare(address)}?${given}`, null);
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(leakedPagesIn(await readAll(response))).toEqual([]);
      }
    }
  });

  it('is not in the events of an open stream', async () => {
    const connection = new AbortController();
    const response = await library.call(
      `document/events/?document=${paid.key}`,
      { userId: 'other' },
      {
        signal: connection.signal,
      },
    );
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    let received = '';
    const listen = (async () => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return;
        received += Buffer.from(value ?? []).toString('latin1');
      }
    })().catch(() => undefined);
    for (const page of [3, PAGES - 1]) {
      const content = { items: itemsOf(paid.id)(page), page_info: { page_type: 'text' as const } };
      await probe.publish(
        probe.event('pipeline.page.converted', { documentId: paid.id, pageNumber: page, content }, 20),
      );
    }
    await waitFor('the event of the page inside the preview', () => received.includes('"page_number":3'));
    connection.abort();
    await listen;
    expect(leakedPagesIn(received)).toEqual([]);
  });
});
