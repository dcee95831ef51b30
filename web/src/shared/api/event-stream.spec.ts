import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setAuthToken } from '../storage/settings.js';
import { configureApi } from './client.js';
import { openEventStream, type ServerEvent } from './event-stream.js';

describe('openEventStream', () => {
  const responses: (() => Partial<Response>)[] = [];
  const streamOf = (...pieces: (string | Uint8Array<ArrayBuffer>)[]): Partial<Response> => {
    const rest = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
    return {
      ok: true,
      status: 200,
      body: {
        getReader: () => ({
          read: () => {
            const value = rest.shift();
            return Promise.resolve(value ? { done: false, value } : { done: true, value: undefined });
          },
        }),
      } as unknown as ReadableStream<Uint8Array<ArrayBuffer>>,
    };
  };

  beforeEach(() => {
    jest.useFakeTimers();
    responses.length = 0;
    setAuthToken('t');
    globalThis.fetch = jest.fn<typeof fetch>(() => {
      const response = responses.shift();
      return response ? Promise.resolve(response() as Response) : Promise.reject(new TypeError('network'));
    });
  });
  afterEach(() => void jest.useRealTimers());

  it('parses the same events for any chunking of the bytes', async () => {
    const text =
      ': hi\r\nevent: page\r\nid: 7\r\ndata: {"a":\r\ndata: "۱"}\r\n\r\ndata:x\n\nevent: none\n\ndata: unfinished\n';
    const bytes = new TextEncoder().encode(text);
    for (let size = 1; size <= bytes.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      );
      responses.push(() => streamOf(...pieces));
      const seen: ServerEvent[] = [];
      const close = openEventStream({ url: '/api/x/', onEvent: (event) => seen.push(event) });
      await jest.advanceTimersByTimeAsync(0);
      close();
      expect(seen).toEqual([
        { event: 'page', data: '{"a":\n"۱"}' },
        { event: 'message', data: 'x' },
      ]);
    }
  });

  it('sends the bearer token, delivers events and reconnects with the last event id', async () => {
    responses.push(
      () => streamOf('id: 5\nevent: page\ndata: 1\n\n'),
      () => streamOf('data: 2\n\n'),
    );
    const seen: string[] = [];
    const close = openEventStream({
      url: '/api/document/events/?document=k',
      onEvent: (event) => seen.push(event.data),
    });
    await jest.advanceTimersByTimeAsync(0);
    expect(seen).toEqual(['1']);
    await jest.advanceTimersByTimeAsync(1000);
    expect(seen).toEqual(['1', '2']);
    const calls = jest.mocked(fetch).mock.calls;
    expect(calls[0]?.[0]).toBe('/api/document/events/?document=k');
    expect(calls[0]?.[1]?.headers).toMatchObject({ Authorization: 'Bearer t', Accept: 'text/event-stream' });
    expect(calls[1]?.[1]?.headers).toMatchObject({ 'Last-Event-ID': '5' });
    close();
  });

  it('waits longer after each failure, at most half a minute', async () => {
    const close = openEventStream({ url: '/api/x/', onEvent: () => {} });
    await jest.advanceTimersByTimeAsync(0);
    expect(fetch).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1000 + 2000 + 4000 + 8000 + 16_000);
    const before = jest.mocked(fetch).mock.calls.length;
    expect(before).toBeGreaterThanOrEqual(6);
    expect(before).toBeLessThanOrEqual(11);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(jest.mocked(fetch).mock.calls.length).toBeGreaterThan(before);
    close();
  });

  it('stops when it is refused, and reports a refused token', async () => {
    const onUnauthorized = jest.fn<() => void>();
    configureApi({ onUnauthorized, onAlerts: () => {}, onServerError: () => {} });
    responses.push(() => ({ ok: false, status: 401, body: null }));
    const states: string[] = [];
    openEventStream({ url: '/api/x/', onEvent: () => {}, onState: (state) => states.push(state) });
    await jest.advanceTimersByTimeAsync(120_000);
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(states.at(-1)).toBe('closed');
  });

  it('sends no more requests once it is closed', async () => {
    const close = openEventStream({ url: '/api/x/', onEvent: () => {} });
    await jest.advanceTimersByTimeAsync(0);
    close();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
