import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { IDENTITY_HEADER, type Identity } from '@hamkhan/contracts/identity';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { identity, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { freePort } from '@hamkhan/testing/free-port';
import { TEST_IDENTITY_SECRET, TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { gatewayService } from '../../src/service-options.js';
import { rawRequest, StandIn } from './stand-in.js';

jest.setTimeout(60_000);

const MIB = 1024 * 1024;
const tokens = new IdentityToken(TEST_IDENTITY_SECRET);
const token = (name: string): string => name.padEnd(43, '-');
const bearer = (name: string): Record<string, string> => ({ authorization: `Bearer ${token(name)}` });

let stack: TestStack;
let probe: KafkaProbe;
let gateway: TestService;
let auth: StandIn;
let documents: StandIn;
let pipeline: StandIn;
let finance: StandIn;
let webRoot: string;
/** Who the stand-in of auth knows, by token, and how often it was asked. */
const people = new Map<string, Identity>();
let asked = 0;

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))});`;

beforeAll(async () => {
  stack = await TestStack.create();
  probe = new KafkaProbe(stack);
  [auth, documents, pipeline, finance] = await Promise.all([
    StandIn.start(),
    StandIn.start(),
    StandIn.start(),
    StandIn.start(),
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'web-'));
  webRoot = join(folder, 'dist');
  await mkdir(join(webRoot, 'assets'), { recursive: true });
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>هم‌خوان</title>');
  await writeFile(join(webRoot, 'assets', 'index-AbC.js'), SCRIPT);
  await writeFile(join(folder, 'secret.txt'), 'not for the world');
  gateway = await startTestService(stack, gatewayService, {
    AUTH_URL: auth.url,
    DOCUMENTS_URL: documents.url,
    PIPELINE_URL: pipeline.url,
    FINANCE_URL: finance.url,
    AI_URL: `http://127.0.0.1:${await freePort()}`,
    WEB_ROOT: webRoot,
  });
});

afterAll(async () => {
  await gateway?.stop();
  await Promise.all([auth, documents, pipeline, finance].map((one) => one?.stop()));
  await probe?.close();
  await stack?.drop();
  await rm(join(webRoot, '..'), { recursive: true });
});

beforeEach(() => {
  for (const one of [auth, documents, pipeline, finance]) one.reset();
  people.clear();
  asked = 0;
  auth.respond = (incoming, response) => {
    if (incoming.url !== '/internal/sessions/resolve') return void response.end('{}');
    asked += 1;
    let body = '';
    incoming.on('data', (piece) => (body += piece));
    incoming.on('end', () => {
      const { token: given } = JSON.parse(body);
      response.end(JSON.stringify({ identity: people.get(given) ?? null }));
    });
  };
});

const know = (name: string, facts: Partial<Identity> = {}): void => {
  people.set(token(name), identity({ userId: `user-${name}`, ...facts }));
};

async function api(path: string, init: RequestInit = {}) {
  const headers = { 'accept-language': 'en', ...(init.headers as Record<string, string>) };
  const response = await fetch(`${gateway.url}/api/${path}`, { redirect: 'manual', ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : null;
  return { status: response.status, headers: response.headers, text, body };
}

describe('where calls go', () => {
  it('sends each call to its service [ACC-CONV-01]', async () => {
    await api('document/metadata/K/?add=1&x=%2F');
    await api('knowledge/note/list/');
    await api('document/translation-memory/export/');
    await api('finance/subscription/active/');
    await api('user/profile/');
    const urls = (one: StandIn): string[] => one.seen.map(({ url }) => url);
    expect(urls(documents)).toEqual(['/api/document/metadata/K/?add=1&x=%2F', '/api/knowledge/note/list/']);
    expect(urls(pipeline)).toEqual(['/api/document/translation-memory/export/']);
    expect(urls(finance)).toEqual(['/api/finance/subscription/active/']);
    expect(urls(auth)).toEqual(['/api/user/profile/']);
  });

  it('answers 404 where nothing is, in the style of errors', async () => {
    for (const path of ['nothing/here/', '', 'document/../internal/x/', 'userx/y/']) {
      const answer = await rawRequest(gateway.url, `/api/${path}`, { headers: { accept: 'text/html' } });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'COMMON.NOT_FOUND', status: 'error' });
    }
  });

  it('never leads to what is internal', async () => {
    for (const path of [
      '/internal/sessions/resolve',
      '/internal/sessions/resolve/',
      '/api/internal/sessions/resolve/',
      '/api/user/../../internal/sessions/resolve/',
      '/api/user/%2e%2e/%2e%2e/internal/sessions/resolve/',
      '/api/user/..%2f..%2finternal/sessions/resolve/',
      '//internal/sessions/resolve/',
      '/api/user/status/../../../internal/sessions/resolve/',
    ]) {
      const answer = await rawRequest(gateway.url, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: 'x' }),
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect(auth.seen).toEqual([]);
  });

  it('sends a path without its final slash to the one with it, with its query [ACC-CONV-13]', async () => {
    const answer = await api('user/status?a=1');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/api/user/status/?a=1']);
    expect((await api('document/upload', { method: 'POST', body: 'x' })).status).toBe(308);
    expect([...auth.seen, ...documents.seen]).toEqual([]);
  });

  it('passes method, body, type, status and headers through', async () => {
    let body = '';
    documents.respond = (incoming, response) => {
      incoming.on('data', (piece) => (body += piece));
      incoming.on('end', () => {
        response.writeHead(201, {
          'content-type': 'application/json',
          etag: '"1"',
          'set-cookie': ['a=1', 'b=2'],
          'x-powered-by': 'x',
          connection: 'x-hop',
          'x-hop': '1',
        });
        response.end('{"a":1}');
      });
    };
    const answer = await api('document/user/shelf/create/', {
      method: 'POST',
      body: '{"name":"قفسه"}',
      headers: { 'content-type': 'application/json', 'if-none-match': '"0"' },
    });
    expect(body).toBe('{"name":"قفسه"}');
    expect(documents.seen[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'if-none-match': '"0"', 'accept-language': 'en' },
    });
    expect([answer.status, answer.text]).toEqual([201, '{"a":1}']);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    for (const name of ['x-powered-by', 'x-hop']) expect(answer.headers.get(name)).toBeNull();
  });

  it('answers HEAD, DELETE and an empty POST', async () => {
    documents.respond = (_incoming, response) => {
      response.writeHead(200, { 'content-length': '7' });
      response.end('{"a":1}');
    };
    const head = await api('document/metadata/K/', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '7', '']);
    expect((await api('document/user/shelf/1/delete/', { method: 'DELETE' })).status).toBe(200);
    expect((await api('document/report/', { method: 'POST' })).status).toBe(200);
    expect(documents.seen.map(({ method }) => method)).toEqual(['HEAD', 'DELETE', 'POST']);
  });

  it('leaves a 304 and a compressed answer as they are', async () => {
    documents.respond = (incoming, response) => {
      if (incoming.headers['if-none-match']) return void response.writeHead(304, { etag: '"1"' }).end();
      response.writeHead(200, { 'content-encoding': 'br', 'content-type': 'application/octet-stream' });
      response.end(Buffer.from([1, 2, 3]));
    };
    expect((await api('document/pages/K/', { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
    const answer = await rawRequest(gateway.url, '/api/document/pages/K/', {
      headers: { 'accept-encoding': 'br' },
    });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(documents.seen[1]?.headers['accept-encoding']).toBe('br');
    expect([...answer.body].map((letter) => letter.charCodeAt(0))).toEqual([1, 2, 3]);
  });
});

describe('who calls', () => {
  it('[C28] vouches for the one behind a token, and asks auth once', async () => {
    know('sara', { isStaff: true });
    await Promise.all(
      Array.from({ length: 20 }, () => api('document/user/document/list/', { headers: bearer('sara') })),
    );
    await api('finance/wallet/balance/', { headers: bearer('sara') });
    expect(asked).toBe(1);
    const header = documents.seen[0]?.headers[IDENTITY_HEADER];
    expect(tokens.verify(String(header))).toEqual(people.get(token('sara')));
    expect(finance.seen[0]?.headers[IDENTITY_HEADER]).toBe(header);
    expect(documents.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('drops an identity, and everything else, that a client makes up', async () => {
    await api('document/metadata/K/', {
      headers: {
        [IDENTITY_HEADER]: tokens.sign(identity({ userId: 'thief' })),
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-proto': 'https',
        'x-real-ip': '10.0.0.1',
        cookie: 'csrftoken=1; other=2; sessionid=3',
      },
    });
    const headers: IncomingMessage['headers'] = documents.seen[0]?.headers ?? {};
    expect(headers[IDENTITY_HEADER]).toBeUndefined();
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-forwarded-proto']).toBe('http');
    expect(headers['x-real-ip']).toBeUndefined();
    expect(headers.cookie).toBe('sessionid=3');
  });

  it('[C28] refuses a token that is not good, also where guests are welcome', async () => {
    for (const authorization of [bearer('nobody').authorization, 'Bearer x', 'Basic YTpi', 'Bearer ', '']) {
      const answer = await api('document/metadata/K/', { headers: { authorization: authorization ?? '' } });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
      expect(answer.body).toMatchObject({ code: 'AUTH.LOGIN_REQUIRED', error: 'please login' });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(documents.seen).toEqual([]);
  });

  it('lets a stale token stand in nobody’s way to sign in', async () => {
    const answer = await api('user/login/', { method: 'POST', body: 'x', headers: bearer('stale') });
    expect(answer.status).toBe(200);
    expect((await api('user/csrf/', { headers: bearer('stale') })).status).toBe(200);
    expect(asked).toBe(0);
    expect(auth.seen[0]?.headers[IDENTITY_HEADER]).toBeUndefined();
  });

  it('lets nobody in while auth can not be asked', async () => {
    auth.respond = (_incoming, response) => void response.writeHead(500).end('{}');
    const answer = await api('finance/wallet/balance/', { headers: bearer('sara-again') });
    expect(answer).toMatchObject({
      status: 503,
      body: { status: 'error', details: expect.any(String), fields: {} },
    });
    expect(finance.seen).toEqual([]);
    expect((await api('document/metadata/K/')).status).toBe(200);
  });

  it('forgets a user when a session of theirs ended, within two seconds', async () => {
    know('ali');
    expect((await api('document/metadata/x/', { headers: bearer('ali') })).status).toBe(200);
    people.clear();
    expect((await api('document/metadata/x/', { headers: bearer('ali') })).status).toBe(200);
    const ended = { userId: 'user-ali', sessionIds: ['s'] };
    await probe.publishRaw('auth.session.v1', 'user-ali', 'poison');
    await probe.publish(probe.event('auth.sessions.ended', ended, 1));
    await waitFor(
      'the token to be forgotten',
      async () => (await api('document/metadata/x/', { headers: bearer('ali') })).status === 401,
      2_000,
    );
  });

  it('asks anew after a call that changed the account, without waiting for an event', async () => {
    know('reza');
    await api('user/profile/', { headers: bearer('reza') });
    await api('user/profile/', { headers: bearer('reza') });
    expect(asked).toBe(1);
    await api('user/logout/', { method: 'POST', headers: bearer('reza') });
    people.clear();
    expect((await api('document/metadata/x/', { headers: bearer('reza') })).status).toBe(401);
    expect(asked).toBe(2);
  });
});

describe('cross-site requests', () => {
  it('gives the page a token of its own [ACC-CONV-04]', async () => {
    const answer = await api('user/csrf/');
    expect(answer.status).toBe(200);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^csrftoken=[\w-]{32}; Path=\/; Max-Age=\d+; SameSite=Lax$/);
    const [pair = ''] = cookie.split(';');
    const again = await api('user/csrf/', { headers: { cookie: pair } });
    expect(again.headers.getSetCookie()[0]).toContain(pair);
  });

  it('wants the token twice where only a cookie says who calls [ACC-CONV-03]', async () => {
    const good = 'A'.repeat(32);
    const cookie = `sessionid=1; csrftoken=${good}`;
    const post = (headers: Record<string, string>) =>
      api('captcha/validate/', { method: 'POST', body: 'x', headers }).then(({ status, body }): unknown[] => [
        status,
        body?.code,
      ]);
    expect(await post({ cookie })).toEqual([403, 'COMMON.CSRF']);
    expect(await post({ cookie, 'x-csrftoken': 'B'.repeat(32) })).toEqual([403, 'COMMON.CSRF']);
    expect(await post({ cookie: 'sessionid=1', 'x-csrftoken': good })).toEqual([403, 'COMMON.CSRF']);
    expect((await post({ cookie, 'x-csrftoken': good }))[0]).toBe(200);
    expect((await api('captcha/init/', { headers: { cookie } })).status).toBe(200);
  });

  it('asks no such proof of a bearer, whom no other site can play', async () => {
    know('mina');
    const headers = { ...bearer('mina'), cookie: 'sessionid=1' };
    expect((await api('document/report/', { method: 'POST', body: 'x', headers })).status).toBe(200);
    expect((await api('user/login/', { method: 'POST', body: 'x' })).status).toBe(200);
  });
});

describe('one id from browser to service', () => {
  it('takes a good one, replaces a bad one, and names it in the answer', async () => {
    const given = await api('document/metadata/x/', { headers: { 'x-correlation-id': 'from-browser-1' } });
    expect(given.headers.get('x-correlation-id')).toBe('from-browser-1');
    expect(documents.seen[0]?.headers['x-correlation-id']).toBe('from-browser-1');
    const bad = await api('document/metadata/x/', { headers: { 'x-correlation-id': 'a b<c>' } });
    expect(bad.headers.get('x-correlation-id')).toMatch(/^[\w-]{36}$/);
    expect(documents.seen[1]?.headers['x-correlation-id']).toBe(bad.headers.get('x-correlation-id'));
  });
});

describe('streams', () => {
  it('hands event streams on as they come, uncompressed, and ends them with their reader', async () => {
    let write: (text: string) => void = () => undefined;
    let ended = false;
    documents.respond = (_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.flushHeaders();
      write = (text) => void response.write(text);
      response.on('close', () => (ended = true));
    };
    const reader = new AbortController();
    const response = await fetch(`${gateway.url}/api/document/events/`, {
      headers: { accept: 'text/event-stream', 'accept-encoding': 'gzip, br', 'last-event-id': '7' },
      signal: reader.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(documents.seen[0]?.headers['last-event-id']).toBe('7');
    const body = response.body?.getReader();
    for (const text of [': hello\n\n', 'data: 1\n\n', 'data: 2\n\n']) {
      write(text);
      const { value } = (await body?.read()) ?? {};
      expect(Buffer.from(value ?? []).toString()).toBe(text);
    }
    reader.abort();
    await waitFor('the service to be let go', () => ended);
  });

  it('carries 200 MB up without holding them: a service that does not take, slows the sender down', async () => {
    know('uploader');
    const total = 200 * MIB;
    const piece = Buffer.alloc(MIB, 'hamkhan ');
    let resume: () => void = () => undefined;
    const received = createHash('sha256');
    let taken = 0;
    documents.respond = (incoming, response) => {
      resume = () => {
        incoming.on('data', (chunk: Buffer) => {
          taken += chunk.length;
          received.update(chunk);
        });
        incoming.on('end', () => response.end('{"id":"1"}'));
      };
    };
    const { hostname, port } = new URL(gateway.url);
    const headers = { ...bearer('uploader'), 'content-length': String(total) };
    const options = { hostname, port, path: '/api/document/upload/', method: 'POST', headers };
    const sender = request(options);
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sender.on('response', resolve).on('error', reject);
    });
    const sent = createHash('sha256');
    let handed = 0;
    const send = async (): Promise<void> => {
      while (handed < total) {
        sent.update(piece);
        handed += piece.length;
        if (!sender.write(piece)) await new Promise((resolve) => sender.once('drain', resolve));
      }
      sender.end();
    };
    const sending = send();
    let before = -1;
    let still = 0;
    await waitFor('the sender to be held back', () => {
      still = handed === before ? still + 1 : 0;
      before = handed;
      return documents.seen.length === 1 && still >= 20;
    });
    expect(handed).toBeLessThan(40 * MIB);
    const memory = process.memoryUsage().rss;
    let most = memory;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
    resume();
    await sending;
    const answer = await answered;
    clearInterval(watch);
    answer.resume();
    expect([answer.statusCode, taken]).toEqual([200, total]);
    expect(received.digest('hex')).toBe(sent.digest('hex'));
    // Sender, gateway and service share this process and its lazy garbage collector; holding the upload would take all of it.
    expect(most - memory).toBeLessThan(total);
  });

  it('carries a large answer down, and a slow reader slows the service down', async () => {
    const piece = Buffer.alloc(MIB, 'x');
    let written = 0;
    documents.respond = (_incoming, response) => {
      const write = (): void => {
        while (written < 100 * MIB) {
          written += piece.length;
          if (!response.write(piece)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    };
    const { hostname, port } = new URL(gateway.url);
    const incoming = await new Promise<IncomingMessage>((resolve) => {
      request({ hostname, port, path: '/api/document/original/K/' }, resolve).end();
    });
    let before = -1;
    let still = 0;
    await waitFor('the service to be held back', () => {
      still = written === before ? still + 1 : 0;
      before = written;
      return still >= 20;
    });
    expect(written).toBeLessThan(40 * MIB);
    let taken = 0;
    for await (const chunk of incoming) taken += (chunk as Buffer).length;
    expect(taken).toBe(100 * MIB);
  });

  it('stops the service when the sender of an upload leaves', async () => {
    know('leaver');
    let outcome = '';
    documents.respond = (incoming) => {
      incoming.resume();
      incoming.on('error', () => (outcome = 'broken off'));
      incoming.on('end', () => (outcome = 'complete'));
    };
    const { hostname, port } = new URL(gateway.url);
    const headers = { ...bearer('leaver'), 'content-length': String(50 * MIB) };
    const sender = request({ hostname, port, path: '/api/document/upload/', method: 'POST', headers });
    sender.on('error', () => undefined);
    sender.write(Buffer.alloc(5 * MIB));
    await waitFor('the upload to begin', () => documents.seen.length === 1);
    sender.destroy();
    await waitFor('the service to hear of it', () => outcome !== '');
    expect(outcome).toBe('broken off');
  });

  it('shows a half answer as half', async () => {
    documents.respond = (_incoming, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    const response = await fetch(`${gateway.url}/api/document/original/K/`);
    await expect(response.text()).rejects.toThrow();
  });
});

describe('what is too much or not there', () => {
  it('refuses a body that says it is too large', async () => {
    const answer = await api('document/report/', { method: 'POST', body: Buffer.alloc(3 * MIB) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'COMMON.PAYLOAD_TOO_LARGE' } });
    expect(documents.seen).toEqual([]);
  });

  it('refuses a body that turns out too large, and stops the service', async () => {
    let outcome = '';
    documents.respond = (incoming) => {
      incoming.resume();
      incoming.on('error', () => (outcome = 'broken off'));
      incoming.on('end', () => (outcome = 'complete'));
    };
    const { hostname, port } = new URL(gateway.url);
    const sender = request({ hostname, port, path: '/api/document/report/', method: 'POST' });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sender.on('response', resolve).on('error', reject);
    });
    for (let index = 0; index < 3; index += 1) sender.write(Buffer.alloc(MIB));
    const answer = await answered;
    expect(answer.statusCode).toBe(413);
    sender.destroy();
    await waitFor('the service to hear of it', () => outcome !== '');
    expect(outcome).toBe('broken off');
  });

  it('answers 503 in the error style of a service that is away, and does not hang', async () => {
    const began = performance.now();
    const answer = await finance.away(() => api('finance/wallet/balance/'));
    expect(answer).toMatchObject({
      status: 503,
      body: { status: 'error', code: 'COMMON.UNAVAILABLE', fields: {} },
    });
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('answers 503 when a service breaks off in the middle of a large upload, and goes on', async () => {
    know('unlucky');
    documents.respond = (incoming, response) => {
      incoming.once('data', () => response.destroy());
    };
    const answer = await api('document/upload/', {
      method: 'POST',
      body: Buffer.alloc(30 * MIB),
      headers: bearer('unlucky'),
    });
    expect(answer.status).toBe(503);
    documents.reset();
    expect((await api('document/metadata/x/')).status).toBe(200);
  });

  it('shows an early refusal of a large upload', async () => {
    know('refused');
    documents.respond = (_incoming, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"code":"DOCUMENTS.INVALID_FILE_TYPE"}');
    };
    const answer = await api('document/upload/', {
      method: 'POST',
      body: Buffer.alloc(30 * MIB),
      headers: bearer('refused'),
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'DOCUMENTS.INVALID_FILE_TYPE' } });
  });
});

describe('requests made to be misread', () => {
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(gateway.url);
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let answer = '';
      socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
      socket.on('end', () => socket.end());
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  const hidden = 'GET /api/document/metadata/hidden/ HTTP/1.1\r\nHost: x\r\n\r\n';

  it.each([
    ['two lengths', `Content-Length: 5\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['length and chunks', `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['an odd encoding', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a bent length', `Content-Length: +5\r\n\r\n${hidden}`],
  ])('are refused: %s', async (_what, rest) => {
    const answer = await send(
      `POST /api/document/report/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${rest}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    await soon();
    expect(documents.seen).toEqual([]);
  });
});

describe('the web application', () => {
  const page = { accept: 'text/html,*/*;q=0.8' };

  it('is served at every path of its router, and asked for anew each time', async () => {
    for (const path of ['/', '/user/documents/', '/d/AbC/?p=3', '/manage-sessions']) {
      const answer = await rawRequest(gateway.url, path, { headers: page });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.body).toContain('هم‌خوان');
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      });
      const again = await rawRequest(gateway.url, path, {
        headers: { ...page, 'if-none-match': String(answer.headers.etag) },
      });
      expect([again.status, again.body]).toEqual([304, '']);
    }
  });

  it('lets only its own scripts, styles and pictures in', async () => {
    const { headers } = await rawRequest(gateway.url, '/', { headers: page });
    expect(headers['content-security-policy']).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
        "font-src 'self'; media-src 'self' blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('keeps what is named by its content for ever, compressed', async () => {
    const { hostname, port } = new URL(gateway.url);
    const bytes = await new Promise<Buffer>((resolve) => {
      const options = {
        hostname,
        port,
        path: '/assets/index-AbC.js',
        headers: { 'accept-encoding': 'gzip' },
      };
      request(options, (incoming) => {
        expect(incoming.headers).toMatchObject({
          'content-encoding': 'gzip',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': 'text/javascript; charset=utf-8',
          vary: 'accept-encoding',
        });
        const pieces: Buffer[] = [];
        incoming.on('data', (piece: Buffer) => pieces.push(piece));
        incoming.on('end', () => resolve(Buffer.concat(pieces)));
      }).end();
    });
    expect(gunzipSync(bytes).toString()).toBe(SCRIPT);
    expect(bytes.length).toBeLessThan(1_000);
    const head = await rawRequest(gateway.url, '/assets/index-AbC.js', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body]).toEqual([
      200,
      String(SCRIPT.length),
      '',
    ]);
  });

  it('answers 404, not a page, for a script that is not there', async () => {
    expect((await rawRequest(gateway.url, '/assets/index-Old.js', { headers: page })).status).toBe(404);
    expect((await rawRequest(gateway.url, '/robots.txt', { headers: { accept: '*/*' } })).status).toBe(404);
    expect((await rawRequest(gateway.url, '/', { method: 'POST', headers: page })).status).toBe(404);
  });

  it('leads to no file beside it', async () => {
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%5c..%5csecret.txt',
      '//secret.txt',
      '/....//secret.txt',
      '/secret.txt%00.html',
    ]) {
      const answer = await rawRequest(gateway.url, path, { headers: page });
      expect(answer.body).not.toContain('not for the world');
      expect([200, 400, 404]).toContain(answer.status);
    }
  });
});

describe('behind a proxy that is trusted', () => {
  it('believes its word on address and https, and then insists on https', async () => {
    const behind = await startTestService(stack, gatewayService, {
      DOCUMENTS_URL: documents.url,
      WEB_ROOT: webRoot,
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
    try {
      const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.9', 'x-forwarded-proto': 'https' };
      const answer = await rawRequest(behind.url, '/api/document/metadata/x/', { headers });
      expect(documents.seen[0]?.headers).toMatchObject({
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
      });
      expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
      const csrf = await rawRequest(behind.url, '/api/user/csrf/', { headers });
      expect(csrf.headers['set-cookie']?.[0]).toMatch(/; Secure$/);
    } finally {
      await behind.stop();
    }
  });
});

describe('stopping', () => {
  it('lets calls under way end, and ends event streams', async () => {
    const one = await startTestService(stack, gatewayService, {
      DOCUMENTS_URL: documents.url,
      WEB_ROOT: webRoot,
    });
    let finish: () => void = () => undefined;
    documents.respond = (incoming, response) => {
      if (incoming.url?.includes('events')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
      } else finish = () => void response.end('{"late":true}');
    };
    const stream = await fetch(`${one.url}/api/document/events/`, {
      headers: { accept: 'text/event-stream' },
    });
    const call = fetch(`${one.url}/api/document/metadata/slow/`).then((response) => response.json());
    await waitFor('both to be under way', () => documents.seen.length === 2);
    const began = performance.now();
    const stopping = one.stop();
    await expect(stream.text()).resolves.toBe(': hello\n\n');
    finish();
    await expect(call).resolves.toEqual({ late: true });
    await stopping;
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
