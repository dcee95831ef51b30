import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventData } from '@hamkhan/contracts/events/registry';
import { identity } from '@hamkhan/testing/service-harness';
import { bearer, TestEdge, tokenOf } from './test-edge.js';

jest.setTimeout(60_000);

type Refusal = EventData<'gateway.request.refused'>;

let edge: TestEdge;

beforeAll(async () => {
  edge = await TestEdge.start();
});
afterAll(async () => {
  await edge?.stop();
});
beforeEach(() => edge.reset());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${edge.gateway.url}${path}`, { headers });

describe('refused requests', () => {
  it('are reported with address, user, route and count, without parameters', async () => {
    edge.users.set(tokenOf('acting'), identity({ userId: 'reader', impersonatedBy: 'admin' }));
    const status = (code: number) => {
      edge.documents.respond = (_incoming, response) => {
        response.statusCode = code;
        response.end('{}');
      };
    };
    for (let call = 0; call < 5; call += 1) await get('/api/user/status/', bearer('unknown'));
    status(403);
    await get('/api/document/metadata/a-secret-key/?with_page=true', bearer('acting'));
    status(200);
    await get('/api/document/metadata/a-public-key/', bearer('acting'));
    status(429);
    await get('/api/document/metadata/a-public-key/');

    const isComplete = (sum: number, found: readonly Refusal[]): boolean =>
      found.reduce((total, { count }) => total + count, 0) >= sum;
    const refusalsOf = (messages: readonly { event: { data: unknown } | null }[]): Refusal[] =>
      messages.map(({ event }) => event?.data as Refusal);
    const messages = await edge.probe.read('gateway.security.v1', (read) => isComplete(7, refusalsOf(read)));
    const refusals = refusalsOf(messages);
    const countOf = (code: number): number =>
      refusals.reduce((sum, { status: one, count }) => sum + (one === code ? count : 0), 0);
    expect([countOf(401), countOf(403), countOf(429)]).toEqual([5, 1, 1]);
    expect(refusals.length).toBeLessThan(7);
    expect(refusals.find(({ status: one }) => one === 403)).toMatchObject({
      ip: expect.stringMatching(/127\.0\.0\.1$/),
      userId: 'reader',
      impersonatedBy: 'admin',
      method: 'GET',
      route: '/api/document/metadata/:documentId/',
      count: 1,
    });
    expect(JSON.stringify(refusals)).not.toContain('a-secret-key');
    const metrics = await (await fetch(`${edge.gateway.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^app_requests_refused_total\{.*status="401".*\} 5$/m);
  });
});
