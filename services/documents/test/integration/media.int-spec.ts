import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import type { UpdatePageResponse } from '@hamkhan/contracts/http/editing';
import {
  MAX_MEDIA_BYTES,
  MAX_MEDIA_FILES,
  MediaFile,
  MediaListResponse,
} from '@hamkhan/contracts/http/media';
import { makePng } from '@hamkhan/testing/fixtures/make-png';
import { identityHeader } from '@hamkhan/testing/service-harness';
import { waitFor } from '@hamkhan/testing/wait-for';
import {
  EditingHarness,
  items,
  line,
  OTHER,
  OWNER,
  STAFF,
  type ApiResponse,
  type Refusal,
} from './support/editing-harness.js';
import type { Caller, Uploaded } from './support/library-builder.js';

jest.setTimeout(60_000);

const FREE = { visibility: 'catalogue', published: true, accessType: 'free' };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"></path></svg>';
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const MP4 = Buffer.concat([latin('\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41'), randomBytes(5_000)]);
const canvas = createCanvas(12, 9);
/** A bitmap of 2 × 2 pixels with three bytes each, rows padded to eight. */
const bitmap = (): Buffer => {
  const file = Buffer.alloc(70);
  file.write('BM');
  for (const [at, value] of [
    [2, 70],
    [10, 54],
    [14, 40],
    [18, 2],
    [22, 2],
    [26, 1],
    [28, 24],
  ] as const) {
    file.writeUInt16LE(value, at);
  }
  return file;
};
const FILES: Record<string, Buffer> = {
  'a.png': makePng(40, 30),
  'a.jpg': canvas.toBuffer('image/jpeg'),
  'a.jpeg': canvas.toBuffer('image/jpeg', 40),
  'a.gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'a.bmp': bitmap(),
  'a.webp': canvas.toBuffer('image/webp'),
  'a.svg': Buffer.from(SVG),
  'a.mp4': MP4,
  'a.avi': latin('RIFF\x10\x00\x00\x00AVI LIST'),
  'a.webm': latin('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm\x42\x87\x81\x02'),
};

/** A PNG whose header claims far more pixels than a decoder has memory for. */
const hugePng = (): Buffer => {
  const png = Buffer.from(makePng(4, 4));
  png.writeUInt32BE(100_000, 16);
  png.writeUInt32BE(100_000, 20);
  return png;
};

let harness: EditingHarness;
let document: Uploaded;
let page: ReaderPage;

const itemsOf = (): ContentItem[] => [line('a', 'One.')];

beforeAll(async () => {
  harness = await EditingHarness.open();
  document = await harness.document(1, itemsOf, FREE);
  page = await harness.page(document);
}, 120_000);

afterAll(() => harness.close(), 60_000);

const blob = (bytes: Buffer): Blob => new Blob([new Uint8Array(bytes)], { type: 'application/x-whatever' });
/** Sends a form as a browser does, the page first unless `isFileFirst`. */
async function save<T = { status: string; media: MediaFile }>(
  caller: Caller,
  bytes: Buffer,
  name: string,
  { pageId = page.id, isFileFirst = false }: { pageId?: string; isFileFirst?: boolean } = {},
): Promise<ApiResponse<T>> {
  const body = new FormData();
  if (!isFileFirst) body.append('page_id', pageId);
  body.append('file', blob(bytes), name);
  if (isFileFirst) body.append('page_id', pageId);
  const response = await fetch(`${harness.service.url}/api/document/media/save/`, {
    method: 'POST',
    body,
    headers: { 'accept-language': 'en', ...(caller ? identityHeader(caller) : {}) },
  });
  return { status: response.status, body: (await response.json()) as T };
}
const saved = async (bytes: Buffer, name: string, pageId = page.id): Promise<MediaFile> => {
  const { status, body } = await save(OWNER, bytes, name, { pageId });
  expect(status).toBe(200);
  return MediaFile.parse(body.media);
};
const list = async (query = '', pageId = page.id): Promise<MediaFile[]> =>
  MediaListResponse.parse((await harness.get(`media/list/?page_id=${pageId}${query}`, OWNER)).body)
    .document_media_files;
const remove = (caller: Caller, mediaId: string, topic = 'figure'): Promise<ApiResponse<Refusal>> =>
  harness.post(`media/remove/`, caller, { media_id: mediaId, topic });
const open = (address: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${harness.service.url}${address}`, init);
const picture = (src: string): ContentItem => ({
  id: 'f',
  type: 'figure',
  content: '',
  src,
  caption: 'A rock',
});
const put = async (
  item: ContentItem,
  pageId: string,
  caller: Caller = OWNER,
): Promise<ApiResponse<UpdatePageResponse>> =>
  harness.post(`page/${pageId}/update/`, caller, { content: JSON.stringify([line('a', 'One.'), item]) });

describe('uploading media files', () => {
  it('stores an image and lists it with its address, name and type [RDR-MEDIA-04] [RDR-MEDIA-01]', async () => {
    const bytes = makePng(64, 48);
    const { status, body } = await save(OWNER, bytes, '../../لنگر\u202e.png');
    expect(status).toBe(200);
    const file = MediaFile.parse(body.media);
    expect(file).toMatchObject({ name: 'لنگر.png', type: 'image', size: bytes.length });
    expect(await list()).toContainEqual(file);
    const answer = await open(file.file);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it("lists the files of a page's document, optionally of one type [RDR-MEDIA-02]", async () => {
    const own = await harness.document(2, itemsOf);
    const [first, second] = [await harness.page(own, 0), await harness.page(own, 1)];
    const image = await saved(makePng(20, 20), 'i.png', first.id);
    const video = await saved(MP4, 'v.mp4', second.id);
    expect((await list('', second.id)).map(({ id }) => id)).toEqual([video.id, image.id]);
    expect((await list('&type=image', first.id)).map(({ id }) => id)).toEqual([image.id]);
    expect((await list('&type=video', first.id)).map(({ id }) => id)).toEqual([video.id]);
    expect((await harness.get(`media/list/?page_id=${first.id}&type=sound`, OWNER)).status).toBe(400);
    expect((await harness.get('media/list/', OWNER)).status).toBe(400);
  });

  it.each(Object.entries(FILES))('takes %s [RDR-MEDIA-05] [RDR-MEDIA-06]', async (name, bytes) => {
    const file = await saved(bytes, name);
    expect(file.type).toBe(/mp4|avi|webm/.test(name) ? 'video' : 'image');
    const answer = await open(file.file);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const known = { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } };
    expect((await open(file.file, known)).status).toBe(304);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox/);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('serves an uploaded drawing without scripts, and refuses one that draws nothing', async () => {
    const active = SVG.replace('<path', '<script>alert(1)</script><path onclick="alert(1)"');
    const file = await saved(Buffer.from(active.replace('<svg', '<svg onload="alert(1)"')), 'active.svg');
    expect(file.size).toBe(SVG.length);
    expect(await (await open(file.file)).text()).toBe(SVG);
    const before = await harness.stack.objects();
    const empty = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const { status, body } = await save<Refusal>(OWNER, empty, 'empty.svg');
    expect([status, body.code]).toEqual([400, 'MEDIA.INVALID_TYPE']);
    expect(await harness.stack.objects()).toEqual(before);
  });

  it.each<[string, Buffer]>([
    ['a.tiff', latin('II*\x00\x08\x00\x00\x00')],
    ['a.mov', latin('\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00')],
    ['page.png', Buffer.from('<html><script>alert(1)</script></html>')],
    ['book.png', latin('%PDF-1.7')],
    ['empty.png', Buffer.alloc(0)],
  ])('rejects %s by its bytes and stores nothing [RDR-MEDIA-05] [RDR-MEDIA-06]', async (name, bytes) => {
    const before = await harness.stack.objects();
    const { status, body } = await save<Refusal>(OWNER, bytes, name);
    expect([status, body.code]).toEqual([400, 'MEDIA.INVALID_TYPE']);
    expect(await harness.stack.objects()).toEqual(before);
  });

  it.each<[string, Buffer]>([
    ['a GIF of a header only, which crashes the decoder', latin('GIF89a\x01\x00\x01\x00')],
    ['a JPEG that ends early', canvas.toBuffer('image/jpeg').subarray(0, 200)],
    ['a PNG that ends early', createCanvas(400, 400).toBuffer('image/png').subarray(0, 60)],
    ['a PNG of 100,000 × 100,000 pixels', hugePng()],
    ['a WebP of a header only', latin('RIFF\x10\x00\x00\x00WEBPVP8 ')],
  ])('rejects %s, stores nothing and goes on', async (_, bytes) => {
    const before = await harness.stack.objects();
    const { status, body } = await save<Refusal>(OWNER, bytes, 'broken.png');
    expect([status, body.code]).toEqual([400, 'MEDIA.DAMAGED']);
    expect(await harness.stack.objects()).toEqual(before);
    expect((await save(OWNER, makePng(64, 48), 'whole.png')).status).toBe(200);
  });

  it('accepts a form with the file before the page', async () => {
    const { status, body } = await save(OWNER, makePng(21, 21), 'first.png', { isFileFirst: true });
    expect([status, body.media.name]).toEqual([200, 'first.png']);
  });

  it('stores the same bytes once, even for concurrent uploads', async () => {
    const bytes = makePng(33, 33);
    const responses = await Promise.all([save(OWNER, bytes, 'x.png'), save(STAFF, bytes, 'y.png')]);
    const third = await save(OWNER, bytes, 'z.png');
    const ids = new Set([...responses, third].map(({ body }) => body.media.id));
    expect(ids.size).toBe(1);
    expect((await list()).filter(({ size, id }) => size === bytes.length && ids.has(id))).toHaveLength(1);
  });

  it('rejects an image that is too large and removes the received part', async () => {
    const before = await harness.stack.objects();
    const bytes = Buffer.concat([makePng(10, 10), Buffer.alloc(MAX_MEDIA_BYTES.image)]);
    const { status, body } = await save<Refusal>(OWNER, bytes, 'large.png');
    expect([status, body.code]).toEqual([400, 'MEDIA.TOO_LARGE']);
    await waitFor('the part to be gone', async () => {
      expect(await harness.stack.objects()).toEqual(before);
      return true;
    });
    expect(
      (await save(OWNER, Buffer.concat([MP4, Buffer.alloc(MAX_MEDIA_BYTES.image)]), 'l.mp4')).status,
    ).toBe(200);
  });

  it('rejects a form without a file, without a page, or with an unknown page', async () => {
    const without = await harness.post('media/save/', OWNER, { page_id: page.id });
    expect([without.status, without.body.code]).toEqual([400, 'COMMON.VALIDATION_FAILED']);
    const lone = await harness.post('media/save/', OWNER, { file: blob(makePng(11, 11)) });
    expect([lone.status, lone.body.code]).toEqual([400, 'COMMON.VALIDATION_FAILED']);
    const nowhere = await save<Refusal>(OWNER, makePng(11, 11), 'a.png', { pageId: 'f'.repeat(24) });
    expect([nowhere.status, nowhere.body.code]).toEqual([404, 'DOCUMENTS.NOT_FOUND']);
    expect((await harness.stack.objects()).stored.filter((name) => name.startsWith('incoming/'))).toEqual([]);
  });

  it('removes an interrupted upload', async () => {
    const boundary = 'xyz';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="page_id"\r\n\r\n${page.id}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
    const before = await list();
    const request = httpRequest(`${harness.service.url}/api/document/media/save/`, {
      method: 'POST',
      headers: {
        ...identityHeader(OWNER),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': 60_000_000,
      },
    });
    request.on('error', () => undefined);
    request.write(head);
    request.write(Buffer.concat([MP4, Buffer.alloc(20_000_000)]));
    const isComing = (name: string): boolean => name.startsWith('incoming/');
    await waitFor('a part of it to be stored', async () =>
      (await harness.stack.objects()).unfinished.some(isComing),
    );
    request.destroy();
    await waitFor('the part to be gone', async () => {
      const { stored, unfinished } = await harness.stack.objects();
      return ![...stored, ...unfinished].some(isComing);
    });
    expect(await list()).toEqual(before);
  });

  it('limits the number of files of a document', async () => {
    const own = await harness.document(1, itemsOf);
    const { id } = await harness.page(own);
    await harness.database.collection('media').insertMany(
      Array.from({ length: MAX_MEDIA_FILES }, (_, index) => ({
        _id: `filler-${index}` as never,
        documentId: own.id,
        name: `${index}.png`,
        type: 'image',
        objectName: `${createHash('sha256').update(`${index}`).digest('hex')}.png`,
        size: 1,
        addedBy: 'owner',
        createdAt: new Date(),
      })),
    );
    const { status, body } = await save<Refusal>(OWNER, makePng(12, 12), 'one-too-many.png', { pageId: id });
    expect([status, body.code]).toEqual([400, 'MEDIA.TOO_MANY']);
    expect((await harness.stack.objects()).stored.filter((name) => name.startsWith('incoming/'))).toEqual([]);
  });
});

describe('access to media files', () => {
  it('allows owner and staff; rejects others before storing anything', async () => {
    const { stored } = await harness.stack.objects();
    for (const isFileFirst of [true, false]) {
      expect((await save(OTHER, makePng(13, 13), 'a.png', { isFileFirst })).status).toBe(403);
      expect((await save(null, makePng(13, 13), 'a.png', { isFileFirst })).status).toBe(401);
    }
    expect((await harness.stack.objects()).stored).toEqual(stored);
    expect((await harness.get(`media/list/?page_id=${page.id}`, OTHER)).status).toBe(403);
    expect((await harness.get(`media/list/?page_id=${page.id}`, null)).status).toBe(401);
    const file = await saved(makePng(14, 14), 'a.png');
    expect((await remove(OTHER, file.id)).status).toBe(403);
    expect((await remove(null, file.id)).status).toBe(401);
    expect((await remove(STAFF, file.id)).status).toBe(200);
  });

  it('responds the same for a hidden document and a missing one', async () => {
    const own = await harness.document(1, itemsOf);
    const { id } = await harness.page(own);
    const file = await saved(makePng(15, 15), 'a.png', id);
    const none = 'f'.repeat(24);
    expect(await harness.get(`media/list/?page_id=${id}`, OTHER)).toEqual(
      await harness.get(`media/list/?page_id=${none}`, OTHER),
    );
    expect(await remove(OTHER, file.id)).toEqual(await remove(OTHER, none));
    const [hidden, missing] = [id, none].map((pageId) =>
      save<Refusal>(OTHER, makePng(16, 16), 'a.png', { pageId }),
    );
    expect(await hidden).toEqual(await missing);
    expect((await hidden)?.status).toBe(404);
  });

  it('rejects requests for a file without a valid signature', async () => {
    for (const [name, bytes] of [
      ['a.png', makePng(17, 17)],
      ['a.mp4', Buffer.concat([MP4, Buffer.from('x')])],
    ] as const) {
      const { file } = await saved(bytes, name);
      const [path = '', query = ''] = file.split('?');
      expect((await open(path)).status).toBe(404);
      expect((await open(`${path}?${query.slice(0, -1)}`)).status).toBe(404);
      expect((await open(`${path.slice(0, -4)}.svg?${query}`)).status).toBe(404);
      expect((await open(path, { headers: identityHeader(OTHER) })).status).toBe(404);
      expect((await open(file)).status).toBe(200);
    }
  });

  it('serves byte ranges of a video', async () => {
    const { file } = await saved(MP4, 'a.mp4');
    const part = await open(file, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([
      206,
      `bytes 100-199/${MP4.length}`,
      'video/mp4',
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(MP4.subarray(100, 200))).toBe(true);
    expect((await open(file, { headers: { range: 'bytes=999999-' } })).status).toBe(416);
  });
});

describe('files on pages', () => {
  it('are shown in figures, and cannot be removed while a page uses them [RDR-MEDIA-03] [RDR-MEDIA-07]', async () => {
    const own = await harness.document(1, itemsOf, FREE);
    const { id } = await harness.page(own);
    const file = await saved(makePng(18, 18), 'a.png', id);
    const { body } = await put(picture(file.file), id);
    const [, figure] = items(body.page, 'content');
    const read = await harness.page(own, 0, null);
    const [, seen] = items(read, 'content');
    const src = seen?.type === 'figure' ? seen.src : '';
    expect(figure).toMatchObject({ type: 'figure', caption: 'A rock' });
    expect((await open(src)).status).toBe(200);
    // Readers of a page can see its images without a signature, too.
    expect((await open(src.split('?')[0] ?? '')).status).toBe(200);

    const refused = await remove(OWNER, file.id, 'the figure of page 1');
    expect(refused).toMatchObject({
      status: 400,
      body: { status: 'error', code: 'MEDIA.IN_USE', topic: 'the figure of page 1', page_numbers: [0] },
    });
    expect(refused.body.error).toBe('a page uses this file; take it off the page first');
    expect((await put(line('b', 'Two.'), id)).status).toBe(200);
    expect((await remove(OWNER, file.id)).status).toBe(200);
    expect(await list('', id)).toEqual([]);
    expect((await open(file.file)).status).toBe(404);
    expect(await remove(OWNER, file.id)).toMatchObject({
      status: 404,
      body: { code: 'MEDIA.NOT_FOUND', topic: 'figure' },
    });
  });

  it('cannot be removed while a pending suggestion adds them, and can if it only leaves them unchanged [RDR-MEDIA-03]', async () => {
    const own = await harness.document(2, itemsOf, FREE);
    const [first, second] = [await harness.page(own, 0), await harness.page(own, 1)];
    const file = await saved(makePng(23, 18), 'a.png', first.id);
    const suggest = (pageId: string, caller: Caller, suggested: ContentItem[]) =>
      harness.post<{ suggestion: { id: string } }>(`page/${pageId}/suggestion/create/`, caller, {
        edit_type: 'content',
        suggested_content: JSON.stringify({ items: suggested }),
      });
    const staffs = await suggest(second.id, STAFF, [line('a', 'One.'), picture(file.file)]);
    expect(staffs.status).toBe(200);
    expect(await remove(OWNER, file.id, 'a.png')).toMatchObject({
      status: 400,
      body: { code: 'MEDIA.IN_SUGGESTION', topic: 'a.png', page_numbers: [1] },
    });
    expect((await list('', first.id)).map(({ id }) => id)).toEqual([file.id]);
    const { id } = staffs.body.suggestion;
    expect((await harness.post(`suggestion/${id}/cancel/`, STAFF)).status).toBe(200);

    // A suggestion changes another item of a page with the image; then the image is removed from the page.
    await put(picture(file.file), first.id);
    const [, figure] = items(await harness.page(own, 0), 'content');
    const words = await suggest(first.id, OTHER, [line('a', 'Better.'), ...(figure ? [figure] : [])]);
    expect(words.status).toBe(200);
    await harness.post(`page/${first.id}/update/`, OWNER, { content: JSON.stringify([line('a', 'One.')]) });
    expect((await remove(OWNER, file.id)).status).toBe(200);
    const applied = await harness.post<UpdatePageResponse>(
      `suggestion/${words.body.suggestion.id}/apply/`,
      OWNER,
    );
    expect(items(applied.body.page, 'content')).toEqual([line('a', 'Better.')]);
  });

  it('are either suggested or removed in a race of both', async () => {
    const own = await harness.document(4, itemsOf);
    for (let round = 0; round < 4; round += 1) {
      const { id } = await harness.page(own, round);
      const file = await saved(makePng(60 + round, 50), 'a.png', id);
      const [suggested, removed] = await Promise.all([
        harness.post(`page/${id}/suggestion/create/`, STAFF, {
          edit_type: 'content',
          suggested_content: JSON.stringify({ items: [picture(file.file)] }),
        }),
        remove(OWNER, file.id),
      ]);
      expect([
        [200, 400],
        [400, 200],
      ]).toContainEqual([suggested.status, removed.status]);
    }
  });

  it('must be images of the same document, in edits and suggestions', async () => {
    const other = await harness.document(1, itemsOf);
    const { id } = await harness.page(other);
    const elsewhere = await saved(makePng(19, 19), 'a.png');
    const video = await saved(MP4, 'v.mp4');
    expect((await put(picture(elsewhere.file), id)).status).toBe(400);
    expect((await put(picture(elsewhere.file.replace(document.key, other.key)), id)).status).toBe(400);
    expect((await put(picture(video.file), page.id)).status).toBe(400);
    const suggested = await harness.post(`page/${page.id}/suggestion/create/`, OTHER, {
      edit_type: 'content',
      suggested_content: JSON.stringify({ items: [picture(elsewhere.file)] }),
    });
    expect([suggested.status, suggested.body.code]).toEqual([400, 'COMMON.VALIDATION_FAILED']);
    expect(suggested.body).toMatchObject({
      fields: { suggested_content: ['the picture of item f is not one of this document'] },
    });
  });

  it('are either used or removed in a race of both', async () => {
    const own = await harness.document(1, itemsOf);
    const { id } = await harness.page(own);
    for (let round = 0; round < 4; round += 1) {
      const file = await saved(makePng(50 + round, 50), 'a.png', id);
      const [edited, removed] = await Promise.all([put(picture(file.file), id), remove(OWNER, file.id)]);
      expect([
        [200, 400],
        [400, 200],
      ]).toContainEqual([edited.status, removed.status]);
      const [, figure] = items(await harness.page(own), 'content');
      expect(figure?.type === 'figure' && (await open(figure.src)).status).toBe(edited.status === 200 && 200);
      await put(line('b', `round ${round}`), id);
    }
  });
});
