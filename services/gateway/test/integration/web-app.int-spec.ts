import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { rawRequest } from './fake-service.js';
import { SCRIPT, TestEdge } from './test-edge.js';

jest.setTimeout(60_000);

let edge: TestEdge;

beforeAll(async () => {
  edge = await TestEdge.start();
});
beforeEach(() => edge.reset());
afterAll(() => edge?.stop());

describe('the web application', () => {
  const page = { accept: 'text/html,*/*;q=0.8' };

  it('is served at every path of its router and revalidated each time', async () => {
    for (const path of ['/', '/user/documents/', '/d/AbC/?p=3', '/manage-sessions']) {
      const response = await rawRequest(edge.gateway.url, path, { headers: page });
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.body).toContain('هم‌خوان');
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      });
      const again = await rawRequest(edge.gateway.url, path, {
        headers: { ...page, 'if-none-match': String(response.headers.etag) },
      });
      expect([again.status, again.body]).toEqual([304, '']);
    }
  });

  it('allows only its own scripts, styles and images', async () => {
    const { headers } = await rawRequest(edge.gateway.url, '/', { headers: page });
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

  it('serves files with a content hash compressed and immutable', async () => {
    const { hostname, port } = new URL(edge.gateway.url);
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
    const head = await rawRequest(edge.gateway.url, '/assets/index-AbC.js', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body]).toEqual([
      200,
      String(SCRIPT.length),
      '',
    ]);
  });

  it('returns 404, not a page, for a missing script', async () => {
    expect((await rawRequest(edge.gateway.url, '/assets/index-Old.js', { headers: page })).status).toBe(404);
    expect((await rawRequest(edge.gateway.url, '/robots.txt', { headers: { accept: '*/*' } })).status).toBe(
      404,
    );
    expect((await rawRequest(edge.gateway.url, '/', { method: 'POST', headers: page })).status).toBe(404);
  });

  it('does not expose files outside its folder', async () => {
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
      const response = await rawRequest(edge.gateway.url, path, { headers: page });
      expect(response.body).not.toContain('not for the world');
      expect([200, 400, 404]).toContain(response.status);
    }
  });
});
