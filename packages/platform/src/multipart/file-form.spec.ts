import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../app-error.js';
import { openFileForm, readSmallFile } from './file-form.js';
import { registerFormBodies } from './form-body.js';

const FIELDS = z.strictObject({ language: z.enum(['en', 'de']).default('en') });
const MAX_BYTES = 1_000;
type Part = [name: string, value: string | Buffer, fileName?: string];

let app: FastifyInstance;
let lastError: unknown;

beforeEach(async () => {
  lastError = undefined;
  app = Fastify();
  registerFormBodies(app);
  app.setErrorHandler((error, _request, reply) => {
    const code = error instanceof AppError ? error.code : String(error);
    return reply.status(error instanceof AppError ? error.status : 500).send({ code });
  });
  const stream = { config: { streamBody: true } };
  app.post('/form', (request) => request.body);
  app.post('/file', stream, async (request) => {
    const form = await openFileForm(request, {
      fields: FIELDS,
      fileField: 'file',
      invalidFields: 'DOCUMENTS.INVALID_LANGUAGE',
      interrupted: 'DOCUMENTS.UPLOAD_INTERRUPTED',
    });
    const bytes = await buffer(form.file);
    return { name: form.fileName, size: bytes.length, early: form.earlyFields, fields: await form.fields };
  });
  app.post('/small', stream, async (request: FastifyRequest) => {
    const tooLarge = (): AppError => new AppError('COMMON.PAYLOAD_TOO_LARGE');
    return { size: (await readSmallFile(request, { maxBytes: MAX_BYTES, tooLarge })).length };
  });
  app.addHook('onError', (_request, _reply, error, done) => {
    lastError = error;
    done();
  });
  app.post('/ordered', stream, async (request) => {
    const form = await openFileForm(request, {
      fields: z.strictObject({ level: z.string() }),
      fieldsFirst: true,
    });
    const { level } = await form.fields;
    return { level, size: (await buffer(form.file)).length };
  });
  await app.ready();
});

afterEach(() => app.close());

async function post(path: string, parts: readonly Part[]): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), fileName ?? 'a.bin');
  }
  const { headers, body } = new Response(form) as unknown as { headers: Headers; body: ReadableStream };
  const payload = Buffer.from(await new Response(body).arrayBuffer());
  return raw(path, headers.get('content-type') ?? '', payload);
}

async function raw(
  path: string,
  contentType: string,
  payload: Buffer | string,
): Promise<{ status: number; body: unknown }> {
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': contentType },
    payload,
  });
  return { status: response.statusCode, body: response.json<unknown>() };
}

const refusal = (status: number, code: string) => ({ status, body: { code } });

describe('openFileForm', () => {
  it('streams a large file and reads the fields before and after it', async () => {
    const file = Buffer.alloc(3 * 1024 * 1024, 1);
    const size = file.length;
    expect(
      await post('/file', [
        ['language', 'de'],
        ['file', file, 'کتاب.pdf'],
      ]),
    ).toEqual({
      status: 200,
      body: { name: 'کتاب.pdf', size, early: { language: 'de' }, fields: { language: 'de' } },
    });
    expect(
      await post('/file', [
        ['file', file],
        ['language', 'de'],
      ]),
    ).toEqual({ status: 200, body: { name: 'a.bin', size, early: {}, fields: { language: 'de' } } });
  });

  it('ignores fields and files that the rules do not name', async () => {
    const parts: Part[] = [
      ['__proto__', 'x'],
      ['constructor', 'x'],
      ['other', 'x'],
      ['file', Buffer.from('abc')],
    ];
    expect(await post('/file', parts)).toMatchObject({ status: 200, body: { size: 3, early: {} } });
    expect(await post('/file', [['picture', Buffer.from('abc')]])).toEqual(
      refusal(400, 'COMMON.VALIDATION_FAILED'),
    );
  });

  it('refuses invalid fields, whether they come before or after the file', async () => {
    const [language, file]: Part[] = [
      ['language', 'xx'],
      ['file', Buffer.alloc(200_000)],
    ];
    for (const parts of [
      [language, file],
      [file, language],
    ] as Part[][])
      expect(await post('/file', parts)).toEqual(refusal(400, 'DOCUMENTS.INVALID_LANGUAGE'));
  });

  it('refuses a form without a file, one with too many parts and one that ends too early', async () => {
    expect(await post('/file', [['language', 'en']])).toEqual(refusal(400, 'COMMON.VALIDATION_FAILED'));
    const many = Array.from({ length: 40 }, (_, index): Part => [`f${index}`, Buffer.from('x')]);
    expect((await post('/file', many)).status).toBe(400);
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nno end';
    expect(await raw('/file', 'multipart/form-data; boundary=b', head)).toEqual(
      refusal(400, 'DOCUMENTS.UPLOAD_INTERRUPTED'),
    );
    expect(await raw('/file', 'multipart/form-data', 'x')).toEqual(refusal(400, 'COMMON.VALIDATION_FAILED'));
  });

  it('requires fields before the file if its rules say so', async () => {
    const [level, file]: Part[] = [
      ['level', '2'],
      ['file', Buffer.alloc(100_000)],
    ];
    expect(await post('/ordered', [level, file] as Part[])).toEqual({
      status: 200,
      body: { level: '2', size: 100_000 },
    });
    expect(await post('/ordered', [file, level] as Part[])).toEqual(refusal(400, 'COMMON.VALIDATION_FAILED'));
  });

  it('fails the file when the client breaks off', async () => {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf of it';
    socket.write(
      `POST /file HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9999\r\n\r\n${head}`,
      () => socket.destroy(),
    );
    while (lastError === undefined) await new Promise(setImmediate);
    expect(lastError).toMatchObject({ code: 'DOCUMENTS.UPLOAD_INTERRUPTED' });
  });
});

describe('readSmallFile', () => {
  it('reads a file up to the limit and refuses a larger one', async () => {
    expect(await post('/small', [['file', Buffer.alloc(MAX_BYTES)]])).toEqual({
      status: 200,
      body: { size: MAX_BYTES },
    });
    for (const size of [MAX_BYTES + 1, 2_000_000])
      expect(await post('/small', [['file', Buffer.alloc(size)]])).toEqual(
        refusal(413, 'COMMON.PAYLOAD_TOO_LARGE'),
      );
  });
});

describe('registerFormBodies', () => {
  it('turns a form without files into an object of strings', async () => {
    expect(
      await post('/form', [
        ['a', '1'],
        ['b', 'سلام'],
      ]),
    ).toEqual({ status: 200, body: { a: '1', b: 'سلام' } });
  });

  it('refuses files, too many fields, long values and a form that ends too early', async () => {
    expect((await post('/form', [['a', Buffer.from('x')]])).status).toBe(400);
    const many = Array.from({ length: 61 }, (_, index): Part => [`f${index}`, 'x']);
    expect((await post('/form', many)).status).toBe(400);
    expect(await post('/form', [['a', 'x'.repeat(1024 * 1024 + 1)]])).toEqual(
      refusal(413, 'COMMON.PAYLOAD_TOO_LARGE'),
    );
    expect(
      await raw(
        '/form',
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n',
      ),
    ).toMatchObject({ status: 400 });
  });
});
