import { describe, expect, it } from '@jest/globals';
import { requestHeaders, responseHeaders, type RequestFacts } from './forwarded-headers.domain.js';

const facts: RequestFacts = {
  correlationId: 'correlation-1',
  address: '198.51.100.7',
  https: false,
  identity: null,
  cookie: null,
  contentLength: null,
};
const asObject = (list: string[]): Record<string, string> =>
  Object.fromEntries(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? '']] : [])));

describe('requestHeaders', () => {
  it('drops headers that only the gateway may set', () => {
    const passed = asObject(
      requestHeaders(
        {
          host: 'evil.example',
          authorization: 'Bearer x',
          cookie: 'a=b',
          connection: 'keep-alive, x-secret',
          'x-hamkhan-identity': 'forged',
          'x-correlation-id': 'theirs-1234',
          'x-forwarded-for': '10.0.0.1',
          'x-forwarded-proto': 'https',
          'transfer-encoding': 'chunked',
          'content-length': '5',
          accept: 'application/json',
          range: 'bytes=0-1',
        },
        facts,
      ),
    );
    expect(passed).toEqual({
      accept: 'application/json',
      range: 'bytes=0-1',
      'x-correlation-id': 'correlation-1',
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-proto': 'http',
    });
  });

  it('adds identity, session cookie and content length', () => {
    const passed = asObject(
      requestHeaders(
        {},
        { ...facts, https: true, identity: 'signed', cookie: 'sessionid=1', contentLength: '7' },
      ),
    );
    expect(passed).toMatchObject({
      'x-hamkhan-identity': 'signed',
      cookie: 'sessionid=1',
      'content-length': '7',
      'x-forwarded-proto': 'https',
    });
  });
});

describe('responseHeaders', () => {
  it('drops hop-by-hop and internal headers', () => {
    expect(
      responseHeaders({
        connection: 'keep-alive, X-Hop',
        'keep-alive': 'timeout=5',
        'transfer-encoding': 'chunked',
        'x-hop': '1',
        'x-powered-by': 'x',
        'x-correlation-id': 'theirs',
        etag: '"1"',
        'cache-control': 'private, no-cache',
        'set-cookie': ['a=1', 'b=2'],
      }),
    ).toEqual({ etag: '"1"', 'cache-control': 'private, no-cache', 'set-cookie': ['a=1', 'b=2'] });
  });

  it('adds no-store when the service sets no cache-control', () => {
    expect(responseHeaders({})).toEqual({ 'cache-control': 'no-store' });
  });
});
