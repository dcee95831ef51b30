import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TestEdge } from './test-edge.js';

jest.setTimeout(120_000);

let edge: TestEdge;

beforeAll(async () => {
  edge = await TestEdge.start();
});
afterAll(async () => {
  await edge?.stop();
});

const get = (path: string): Promise<Response> => fetch(`${edge.gateway.url}${path}`, { redirect: 'manual' });

describe('the API documentation', () => {
  it('returns the OpenAPI document', async () => {
    const response = await get('/api/docs/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const document = (await response.json()) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths).toHaveProperty(['/api/document/metadata/{documentId}/', 'get']);
  });

  it('serves only the files of its page, and returns 304 when the client has them', async () => {
    const script = await get('/api/docs/swagger-ui-bundle.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const known = { headers: { 'if-none-match': String(script.headers.get('etag')) } };
    const again = await fetch(`${edge.gateway.url}/api/docs/swagger-ui-bundle.js`, known);
    expect(again.status).toBe(304);
    for (const path of [
      '/api/docs/package.json',
      '/api/docs/index.html',
      `/api/docs/${encodeURIComponent('../package.json')}`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('serves its page under the strict policy, with and without the final slash', async () => {
    for (const path of ['/api/docs', '/api/docs/']) {
      const response = await get(path);
      expect(response.headers.get('content-security-policy')).toContain(
        "script-src 'self'; style-src 'self'",
      );
      expect(await response.text()).toContain('<title>Hamkhan API</title>');
    }
  });
});
