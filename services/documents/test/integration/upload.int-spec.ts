import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventData } from '@hamkhan/contracts/events/registry';
import { LibraryListResponse, UploadResponse } from '@hamkhan/contracts/http/documents';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { identityHeader, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { documentsService } from '../../src/service-options.js';

jest.setTimeout(30_000);

const MAX_MB = 20;
const pdf = (size = 5_000): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)]);
const djvu = (): Buffer => Buffer.concat([Buffer.from('AT&TFORM\0\0\0\0DJVM'), randomBytes(500)]);

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService, { MAX_UPLOAD_MB: String(MAX_MB) });
  probe = new KafkaProbe(stack);
}, 60_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 60_000);

type Part = [name: string, value: string | Buffer, fileName?: string, type?: string];

const formOf = (parts: Part[]): FormData => {
  const form = new FormData();
  for (const [name, value, fileName, type] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else
      form.append(
        name,
        new Blob([new Uint8Array(value)], { type: type ?? 'application/pdf' }),
        fileName ?? 'a.pdf',
      );
  }
  return form;
};
const post = (userId: string, parts: Part[], headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/api/document/upload/`, {
    method: 'POST',
    headers: { ...identityHeader({ userId }), ...headers },
    body: formOf(parts),
  });
const library = async (userId: string) =>
  LibraryListResponse.parse(
    await (
      await fetch(`${service.url}/api/document/user/document/list/`, { headers: identityHeader({ userId }) })
    ).json(),
  );
const errorOf = async (response: Response) => (await response.json()) as { code: string; error: string };

describe('uploading', () => {
  it('returns the same id for the same bytes [ACC-UPLOAD-10]', async () => {
    const file = pdf();
    const first = await post('u10', [
      ['file', file, 'کتاب من.pdf'],
      ['language', 'de'],
    ]);
    expect(first.status).toBe(200);
    const answer = UploadResponse.parse(await first.json());
    expect(answer.duplicate).toBe(false);
    expect(answer.id).toMatch(/^[0-9a-f]{24}$/);
    expect(answer.key).toMatch(/^[A-Za-z0-9]{10,12}$/);
    const before = await stack.objects();

    const again = await post('u10', [
      ['language', 'de'],
      ['file', file, 'other name.pdf'],
    ]);
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual({ duplicate: true, id: answer.id, key: answer.key });
    expect(await stack.objects()).toEqual(before);
    expect((await library('u10')).total_documents).toBe(1);
  });

  it('stores the file unchanged and publishes the upload [ACC-UPLOAD-11]', async () => {
    const file = djvu();
    const response = await post('u11', [
      ['file', file, 'x.djvu', 'application/octet-stream'],
      ['language', 'ru'],
    ]);
    const { id, key } = UploadResponse.parse(await response.json());
    const messages = await probe.read('documents.document.v1', (all) => all.some((one) => one.key === id));
    const event = messages.find((one) => one.key === id)?.event;
    const data = event?.data as EventData<'documents.document.uploaded'>;
    expect(event?.type).toBe('documents.document.uploaded');
    expect(data).toEqual({
      documentId: id,
      key,
      ownerId: 'u11',
      objectKey: expect.stringMatching(/^originals\/[0-9a-f-]{36}$/),
      fileName: 'x.djvu',
      kind: 'djvu',
      language: 'ru',
      size: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
    });
    expect((await stack.objects()).stored).toContain(data.objectKey);
    const [item] = (await library('u11')).documents;
    expect(item).toMatchObject({
      id,
      key,
      status: 'pending',
      title: 'x',
      source_filename: 'x.djvu',
      language: 'ru',
    });
  });

  it('detects the kind by bytes: accepts octet-stream, rejects an image named .pdf [ACC-UPLOAD-12]', async () => {
    const taken = await post('u12', [
      ['file', djvu(), 'x.djvu', 'application/octet-stream'],
      ['language', 'en'],
    ]);
    expect(taken.status).toBe(200);
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(9_000)]);
    const refused = await post('u12', [
      ['language', 'en'],
      ['file', picture, 'book.pdf', 'application/pdf'],
    ]);
    expect(refused.status).toBe(400);
    expect((await errorOf(refused)).code).toBe('DOCUMENTS.INVALID_FILE_TYPE');
  });

  it('rejects a text file with the specified message and stores nothing [ACC-UPLOAD-17]', async () => {
    const before = await stack.objects();
    const response = await post('u17', [['file', Buffer.from('just a text'), 'a.txt', 'text/plain']], {
      'accept-language': 'en',
    });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).error).toMatch(/^Invalid file type/);
    expect(await stack.objects()).toEqual(before);
  });

  it('rejects an unknown language before or after the file [ACC-UPLOAD-19]', async () => {
    const before = await stack.objects();
    for (const parts of [
      [
        ['language', 'xx'],
        ['file', pdf()],
      ],
      [
        ['file', pdf()],
        ['language', 'xx'],
      ],
    ] as Part[][]) {
      const response = await post('u19', parts);
      expect(response.status).toBe(400);
      expect((await errorOf(response)).code).toBe('DOCUMENTS.INVALID_LANGUAGE');
    }
    expect(await stack.objects()).toEqual(before);
    const byDefault = await post('u19', [['file', pdf()]]);
    expect(byDefault.status).toBe(200);
    expect((await library('u19')).documents[0]?.language).toBe('en');
  });

  it('requires a user with a permitted session [ACC-UPLOAD-20]', async () => {
    const anonymous = await fetch(`${service.url}/api/document/upload/`, {
      method: 'POST',
      body: formOf([['file', pdf()]]),
    });
    expect(anonymous.status).toBe(401);
    const over = await fetch(`${service.url}/api/document/upload/`, {
      method: 'POST',
      headers: identityHeader({ userId: 'u20', overSessionLimit: true }),
      body: formOf([['file', pdf()]]),
    });
    expect(over.status).toBe(403);
  });

  it('rejects an empty file and a form without a file', async () => {
    const empty = await post('u-empty', [['file', Buffer.alloc(0)]]);
    expect([empty.status, (await errorOf(empty)).code]).toEqual([400, 'DOCUMENTS.EMPTY_FILE']);
    const none = await post('u-empty', [['language', 'en']]);
    expect([none.status, (await errorOf(none)).code]).toEqual([400, 'COMMON.VALIDATION_FAILED']);
  });

  it('stores a file of several parts, and rejects one that is too large without leaving anything', async () => {
    const large = await post('u-large', [['file', pdf((MAX_MB - 1) * 1024 * 1024)]]);
    expect(large.status).toBe(200);
    const before = await stack.objects();
    const tooLarge = await post('u-large', [['file', pdf((MAX_MB + 1) * 1024 * 1024)]]);
    expect([tooLarge.status, (await errorOf(tooLarge)).code]).toEqual([413, 'DOCUMENTS.FILE_TOO_LARGE']);
    await waitFor('a clean store', async () => {
      expect(await stack.objects()).toEqual(before);
      return true;
    });
    expect((await library('u-large')).total_documents).toBe(1);
  }, 60_000);

  it('removes an interrupted upload', async () => {
    const before = await stack.objects();
    const boundary = 'x-boundary';
    const request = httpRequest(`${service.url}/api/document/upload/`, {
      method: 'POST',
      headers: {
        ...identityHeader({ userId: 'u-broken' }),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    });
    request.on('error', () => undefined);
    request.write(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    );
    request.write(pdf(12 * 1024 * 1024));
    await waitFor('the store to receive it', async () => (await stack.objects()).unfinished.length > 0);
    request.destroy();
    await waitFor('a clean store', async () => {
      expect(await stack.objects()).toEqual(before);
      return true;
    });
    expect((await library('u-broken')).total_documents).toBe(0);
  }, 30_000);

  it('rejects a truncated form', async () => {
    const response = await fetch(`${service.url}/api/document/upload/`, {
      method: 'POST',
      headers: { ...identityHeader({ userId: 'u-cut' }), 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 and no end',
    });
    expect([response.status, (await errorOf(response)).code]).toEqual([400, 'DOCUMENTS.UPLOAD_INTERRUPTED']);
  });

  it('returns 409 for concurrent uploads of the same file by one user [ACC-UPLOAD-15]', async () => {
    const file = pdf(200_000);
    const responses = await Promise.all(
      [1, 2, 3].map(() =>
        post('u15', [
          ['file', file],
          ['language', 'en'],
        ]),
      ),
    );
    expect(responses.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    const refused = responses.find((answer) => answer.status === 409);
    expect(refused && (await errorOf(refused)).code).toBe('DOCUMENTS.FILE_EXISTS');
    expect((await library('u15')).total_documents).toBe(1);
  });

  it('does not treat the same bytes as a duplicate for another user or language, or after a cancel (C25)', async () => {
    const file = pdf();
    const upload = async (userId: string, language: string) =>
      UploadResponse.parse(
        await (
          await post(userId, [
            ['file', file],
            ['language', language],
          ])
        ).json(),
      );
    const first = await upload('u25', 'en');
    expect((await upload('u25', 'fr')).duplicate).toBe(false);
    expect((await upload('u25-other', 'en')).duplicate).toBe(false);
    const cancel = await fetch(`${service.url}/api/document/user/document/${first.key}/cancel/`, {
      method: 'POST',
      headers: identityHeader({ userId: 'u25' }),
    });
    expect(cancel.status).toBe(200);
    const second = await upload('u25', 'en');
    expect(second.duplicate).toBe(false);
    expect(second.id).not.toBe(first.id);
    expect(await upload('u25', 'en')).toEqual({ ...second, duplicate: true });
  });

  it('sanitises hostile file names', async () => {
    await post('u-name', [['file', pdf(), '../../<img src=x onerror=alert(1)>\u202efdp.pdf']]);
    const [item] = (await library('u-name')).documents;
    expect(item?.source_filename).toBe('<img src=x onerror=alert(1)>fdp.pdf');
  });
});
