import { connect } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeService, rawRequest } from './fake-service.js';
import { TestEdge } from './test-edge.js';

jest.setTimeout(60_000);

let edge: TestEdge;

beforeAll(async () => {
  edge = await TestEdge.start();
});
beforeEach(() => edge.reset());
afterAll(() => edge?.stop());

describe('routing', () => {
  it('forwards each request to its service [ACC-CONV-01]', async () => {
    await edge.api('document/metadata/K/?add=1&x=%2F');
    await edge.api('knowledge/note/list/');
    await edge.api('document/translation-memory/export/');
    await edge.api('finance/subscription/active/');
    await edge.api('user/profile/');
    const urls = (one: FakeService): string[] => one.seen.map(({ url }) => url);
    expect(urls(edge.documents)).toEqual([
      '/api/document/metadata/K/?add=1&x=%2F',
      '/api/knowledge/note/list/',
    ]);
    expect(urls(edge.pipeline)).toEqual(['/api/document/translation-memory/export/']);
    expect(urls(edge.finance)).toEqual(['/api/finance/subscription/active/']);
    expect(urls(edge.auth)).toEqual(['/api/user/profile/']);
  });

  it('returns 404 for unknown paths', async () => {
    for (const path of ['nothing/here/', '', 'document/../internal/x/', 'userx/y/']) {
      const response = await rawRequest(edge.gateway.url, `/api/${path}`, {
        headers: { accept: 'text/html' },
      });
      expect([path, response.status]).toEqual([path, 404]);
      expect(JSON.parse(response.body)).toMatchObject({ code: 'COMMON.NOT_FOUND', status: 'error' });
    }
  });

  it('does not expose internal routes', async () => {
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
      const response = await rawRequest(edge.gateway.url, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: 'x' }),
      });
      expect([path, response.status]).toEqual([path, 404]);
    }
    expect(edge.auth.seen).toEqual([]);
  });

  it('redirects a path without its final slash, with its query [ACC-CONV-13]', async () => {
    const response = await edge.api('user/status?a=1');
    expect([response.status, response.headers.get('location')]).toEqual([308, '/api/user/status/?a=1']);
    expect((await edge.api('document/upload', { method: 'POST', body: 'x' })).status).toBe(308);
    expect([...edge.auth.seen, ...edge.documents.seen]).toEqual([]);
  });

  it('forwards method, body, status and headers', async () => {
    let body = '';
    edge.documents.respond = (incoming, response) => {
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
    const response = await edge.api('document/user/shelf/create/', {
      method: 'POST',
      body: '{"name":"قفسه"}',
      headers: { 'content-type': 'application/json', 'if-none-match': '"0"' },
    });
    expect(body).toBe('{"name":"قفسه"}');
    expect(edge.documents.seen[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'if-none-match': '"0"', 'accept-language': 'en' },
    });
    expect([response.status, response.text]).toEqual([201, '{"a":1}']);
    expect(response.headers.get('etag')).toBe('"1"');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    for (const name of ['x-powered-by', 'x-hop']) expect(response.headers.get(name)).toBeNull();
  });

  it('forwards HEAD, DELETE and an empty POST', async () => {
    edge.documents.respond = (_incoming, response) => {
      response.writeHead(200, { 'content-length': '7' });
      response.end('{"a":1}');
    };
    const head = await edge.api('document/metadata/K/', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '7', '']);
    expect((await edge.api('document/user/shelf/1/delete/', { method: 'DELETE' })).status).toBe(200);
    expect((await edge.api('document/report/', { method: 'POST' })).status).toBe(200);
    expect(edge.documents.seen.map(({ method }) => method)).toEqual(['HEAD', 'DELETE', 'POST']);
  });

  it('forwards a 304 and a compressed response unchanged', async () => {
    edge.documents.respond = (incoming, response) => {
      if (incoming.headers['if-none-match']) return void response.writeHead(304, { etag: '"1"' }).end();
      response.writeHead(200, { 'content-encoding': 'br', 'content-type': 'application/octet-stream' });
      response.end(Buffer.from([1, 2, 3]));
    };
    expect((await edge.api('document/pages/K/', { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
    const response = await rawRequest(edge.gateway.url, '/api/document/pages/K/', {
      headers: { 'accept-encoding': 'br' },
    });
    expect(response.headers['content-encoding']).toBe('br');
    expect(edge.documents.seen[1]?.headers['accept-encoding']).toBe('br');
    expect([...response.body].map((letter) => letter.charCodeAt(0))).toEqual([1, 2, 3]);
  });
});

describe('correlation id', () => {
  it('keeps a valid id, replaces an invalid one, and returns it', async () => {
    const given = await edge.api('document/metadata/x/', {
      headers: { 'x-correlation-id': 'from-browser-1' },
    });
    expect(given.headers.get('x-correlation-id')).toBe('from-browser-1');
    expect(edge.documents.seen[0]?.headers['x-correlation-id']).toBe('from-browser-1');
    const bad = await edge.api('document/metadata/x/', { headers: { 'x-correlation-id': 'a b<c>' } });
    expect(bad.headers.get('x-correlation-id')).toMatch(/^[\w-]{36}$/);
    expect(edge.documents.seen[1]?.headers['x-correlation-id']).toBe(bad.headers.get('x-correlation-id'));
  });
});

describe('request smuggling', () => {
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(edge.gateway.url);
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let response = '';
      socket.setEncoding('utf8').on('data', (piece: string) => (response += piece));
      socket.on('end', () => socket.end());
      socket.on('close', () => resolve(response));
      socket.on('error', reject);
    });
  const hidden = 'GET /api/document/metadata/hidden/ HTTP/1.1\r\nHost: x\r\n\r\n';

  it.each([
    ['two lengths', `Content-Length: 5\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['length and chunks', `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['an unknown encoding', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a malformed length', `Content-Length: +5\r\n\r\n${hidden}`],
  ])('is rejected: %s', async (_what, rest) => {
    const response = await send(
      `POST /api/document/report/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${rest}`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    await nextTick();
    expect(edge.documents.seen).toEqual([]);
  });
});

describe('behind a trusted proxy', () => {
  it('uses the reported address and protocol, and sends HSTS over https', async () => {
    const behind = await edge.startGateway({
      DOCUMENTS_URL: edge.documents.url,
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
    try {
      const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.9', 'x-forwarded-proto': 'https' };
      const response = await rawRequest(behind.url, '/api/document/metadata/x/', { headers });
      expect(edge.documents.seen[0]?.headers).toMatchObject({
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
      });
      expect(response.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
      const csrf = await rawRequest(behind.url, '/api/user/csrf/', { headers });
      expect(csrf.headers['set-cookie']?.[0]).toMatch(/; Secure$/);
    } finally {
      await behind.stop();
    }
  });
});
