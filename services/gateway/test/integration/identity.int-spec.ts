import type { IncomingMessage } from 'node:http';
import { IDENTITY_HEADER } from '@hamkhan/contracts/identity';
import { identity } from '@hamkhan/testing/service-harness';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { bearer, TestEdge, tokenOf, tokens } from './test-edge.js';

jest.setTimeout(60_000);

let edge: TestEdge;

beforeAll(async () => {
  edge = await TestEdge.start();
});
beforeEach(() => edge.reset());
afterAll(() => edge?.stop());

describe('identity', () => {
  it('signs the identity of a token and calls auth once (C28)', async () => {
    edge.addUser('sara', { isStaff: true });
    await Promise.all(
      Array.from({ length: 20 }, () => edge.api('document/user/document/list/', { headers: bearer('sara') })),
    );
    await edge.api('finance/wallet/balance/', { headers: bearer('sara') });
    expect(edge.resolveCalls).toBe(1);
    const header = edge.documents.seen[0]?.headers[IDENTITY_HEADER];
    expect(tokens.verify(String(header))).toEqual(edge.users.get(tokenOf('sara')));
    expect(edge.finance.seen[0]?.headers[IDENTITY_HEADER]).toBe(header);
    expect(edge.documents.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('drops a forged identity and other forged headers', async () => {
    await edge.api('document/metadata/K/', {
      headers: {
        [IDENTITY_HEADER]: tokens.sign(identity({ userId: 'thief' })),
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-proto': 'https',
        'x-real-ip': '10.0.0.1',
        cookie: 'csrftoken=1; other=2; sessionid=3',
      },
    });
    const headers: IncomingMessage['headers'] = edge.documents.seen[0]?.headers ?? {};
    expect(headers[IDENTITY_HEADER]).toBeUndefined();
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-forwarded-proto']).toBe('http');
    expect(headers['x-real-ip']).toBeUndefined();
    expect(headers.cookie).toBe('sessionid=3');
  });

  it('rejects an invalid token, also on routes open to guests (C28)', async () => {
    for (const authorization of [bearer('nobody').authorization, 'Bearer x', 'Basic YTpi', 'Bearer ', '']) {
      const response = await edge.api('document/metadata/K/', {
        headers: { authorization: authorization ?? '' },
      });
      expect([authorization, response.status]).toEqual([authorization, 401]);
      expect(response.body).toMatchObject({ code: 'AUTH.LOGIN_REQUIRED', error: 'please login' });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(edge.documents.seen).toEqual([]);
  });

  it('ignores a stale token on sign-in routes', async () => {
    const response = await edge.api('user/login/', { method: 'POST', body: 'x', headers: bearer('stale') });
    expect(response.status).toBe(200);
    expect((await edge.api('user/csrf/', { headers: bearer('stale') })).status).toBe(200);
    expect(edge.resolveCalls).toBe(0);
    expect(edge.auth.seen[0]?.headers[IDENTITY_HEADER]).toBeUndefined();
  });

  it('rejects unknown tokens while auth fails', async () => {
    edge.auth.respond = (_incoming, response) => void response.writeHead(500).end('{}');
    const response = await edge.api('finance/wallet/balance/', { headers: bearer('sara-again') });
    expect(response).toMatchObject({
      status: 503,
      body: { status: 'error', details: expect.any(String), fields: {} },
    });
    expect(edge.finance.seen).toEqual([]);
    expect((await edge.api('document/metadata/K/')).status).toBe(200);
  });

  it('invalidates a user within two seconds after a session ended', async () => {
    edge.addUser('ali');
    expect((await edge.api('document/metadata/x/', { headers: bearer('ali') })).status).toBe(200);
    edge.users.clear();
    expect((await edge.api('document/metadata/x/', { headers: bearer('ali') })).status).toBe(200);
    const ended = { userId: 'user-ali', sessionIds: ['s'] };
    await edge.probe.publishRaw('auth.session.v1', 'user-ali', 'poison');
    await edge.probe.publish(edge.probe.event('auth.sessions.ended', ended, 1));
    await waitFor(
      'the token to be invalidated',
      async () => (await edge.api('document/metadata/x/', { headers: bearer('ali') })).status === 401,
      2_000,
    );
  });

  it('resolves a token again after a change of the account, without waiting for the event', async () => {
    edge.addUser('reza');
    await edge.api('user/profile/', { headers: bearer('reza') });
    await edge.api('user/profile/', { headers: bearer('reza') });
    expect(edge.resolveCalls).toBe(1);
    await edge.api('user/logout/', { method: 'POST', headers: bearer('reza') });
    edge.users.clear();
    expect((await edge.api('document/metadata/x/', { headers: bearer('reza') })).status).toBe(401);
    expect(edge.resolveCalls).toBe(2);
  });
});

describe('CSRF', () => {
  it('issues a token for each browser [ACC-CONV-04]', async () => {
    const response = await edge.api('user/csrf/');
    expect(response.status).toBe(200);
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^csrftoken=[\w-]{32}; Path=\/; Max-Age=\d+; SameSite=Lax$/);
    const [pair = ''] = cookie.split(';');
    const again = await edge.api('user/csrf/', { headers: { cookie: pair } });
    expect(again.headers.getSetCookie()[0]).toContain(pair);
  });

  it('requires matching cookie and header for requests with only a session cookie [ACC-CONV-03]', async () => {
    const good = 'A'.repeat(32);
    const cookie = `sessionid=1; csrftoken=${good}`;
    const post = (headers: Record<string, string>) =>
      edge
        .api('captcha/validate/', { method: 'POST', body: 'x', headers })
        .then(({ status, body }): unknown[] => [status, body?.code]);
    expect(await post({ cookie })).toEqual([403, 'COMMON.CSRF']);
    expect(await post({ cookie, 'x-csrftoken': 'B'.repeat(32) })).toEqual([403, 'COMMON.CSRF']);
    expect(await post({ cookie: 'sessionid=1', 'x-csrftoken': good })).toEqual([403, 'COMMON.CSRF']);
    expect((await post({ cookie, 'x-csrftoken': good }))[0]).toBe(200);
    expect((await edge.api('captcha/init/', { headers: { cookie } })).status).toBe(200);
  });

  it('does not apply to requests with a bearer token', async () => {
    edge.addUser('mina');
    const headers = { ...bearer('mina'), cookie: 'sessionid=1' };
    expect((await edge.api('document/report/', { method: 'POST', body: 'x', headers })).status).toBe(200);
    expect((await edge.api('user/login/', { method: 'POST', body: 'x' })).status).toBe(200);
  });
});
