import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeOpenAiServer } from '@hamkhan/testing/fake-openai-server';
import { pseudoPersian } from '@hamkhan/testing/pseudo-persian';
import { ChatClient, type ChatClientOptions, type ChatRequest } from './chat-client.js';
import type { ChatError } from './chat-error.js';

const never = new AbortController().signal;
let server: FakeOpenAiServer;
beforeAll(async () => {
  server = await FakeOpenAiServer.start({ apiKey: 'secret' });
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const client = (options: Partial<ChatClientOptions> = {}) =>
  new ChatClient({
    baseUrl: server.url,
    apiKey: 'secret',
    limits: { concurrency: 4 },
    timeoutMs: 5000,
    maxAttempts: 3,
    backoffMs: { first: 1, longest: 50 },
    ...options,
  });
const requestOf = (user: string, rest: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'fake-small',
  prices: { prompt: 1, completion: 2 },
  system: 'Answer in JSON. '.repeat(20),
  user,
  schema: { name: 'answer', strict: true, schema: { type: 'object' } },
  ...rest,
});

describe('a response', () => {
  it('carries content, tokens and cost', async () => {
    const response = await client().complete(requestOf('a'), never);
    const { promptTokens, completionTokens } = response.usage;
    expect(response).toMatchObject({ content: pseudoPersian('a'), isComplete: true, isRefused: false });
    expect(response.usage).toMatchObject({ requests: 1, cost: (promptTokens + 2 * completionTokens) / 1e6 });
    expect(promptTokens).toBeGreaterThan(50);
  });

  it('has no cost without prices', async () => {
    const response = await client().complete(requestOf('a', { prices: undefined }), never);
    expect(response.usage).not.toHaveProperty('cost');
  });

  it('estimates tokens if the server reports none', async () => {
    server.reset({ reportsUsage: false });
    expect((await client().complete(requestOf('a'), never)).usage.promptTokens).toBeGreaterThan(50);
  });

  it('is marked if the model reached its output limit or refused', async () => {
    server.reset({ faults: ['truncate', 'refuse'] });
    expect(await client().complete(requestOf('a'), never)).toMatchObject({ isComplete: false });
    expect(await client().complete(requestOf('a'), never)).toMatchObject({ isRefused: true, content: '' });
  });

  it.each([
    ['no schemas', { supportsJsonSchema: false }, ['json_object', 'json_object']],
    ['no JSON format', { supportsJsonSchema: false, supportsJsonObject: false }, ['text', 'text']],
  ])(
    'comes in a less strict format from a server with %s, which is remembered',
    async (_, settings, formats) => {
      server.reset(settings);
      const one = client();
      // Requests with a rejected format are not in the log, so it shows the accepted formats.
      expect((await one.complete(requestOf('a'), never)).content).toBe(pseudoPersian('a'));
      await one.complete(requestOf('a'), never);
      expect(server.requests.map(({ format }) => format)).toEqual(formats);
    },
  );
});

describe('a failed request', () => {
  it.each(['server_error', 'disconnect', 'rate_limit'] as const)('is retried after %s', async (fault) => {
    server.reset({ faults: [fault, fault], retryAfter: '0.01' });
    expect((await client().complete(requestOf('a'), never)).content).toBe(pseudoPersian('a'));
    expect(server.requests).toHaveLength(3);
  });

  it('throws a retryable error after the last attempt', async () => {
    server.reset({ faultRates: { server_error: 1 } });
    await expect(client().complete(requestOf('a'), never)).rejects.toMatchObject({
      code: 'server_error',
      model: 'fake-small',
      retryable: true,
    });
    expect(server.requests).toHaveLength(3);
  });

  it('throws at once if the server asks for a long pause, in seconds or as a date', async () => {
    server.reset({ faultRates: { rate_limit: 1 }, retryAfter: '600' });
    await expect(client().complete(requestOf('a'), never)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 600_000,
    });
    server.reset({ faultRates: { rate_limit: 1 }, retryAfter: new Date(Date.now() + 100_000).toUTCString() });
    const failure = (await client()
      .complete(requestOf('a'), never)
      .catch((error: unknown) => error)) as ChatError;
    expect(failure.retryAfterMs).toBeGreaterThan(90_000);
    expect(server.requests).toHaveLength(1);
  });

  it('delays all requests while the server asks for a pause', async () => {
    server.reset({ faults: ['rate_limit'], retryAfter: '0.2' });
    const one = client({ limits: { concurrency: 1 }, backoffMs: { first: 1, longest: 1000 } });
    const started = performance.now();
    await Promise.all([one.complete(requestOf('a'), never), one.complete(requestOf('b'), never)]);
    expect(performance.now() - started).toBeGreaterThan(180);
    expect(server.requests).toHaveLength(3);
  });

  it('stops at a timeout and when aborted', async () => {
    server.reset({ faultRates: { hang: 1 } });
    await expect(
      client({ timeoutMs: 50, maxAttempts: 1 }).complete(requestOf('a'), never),
    ).rejects.toMatchObject({ code: 'timed_out' });
    const stop = new AbortController();
    const pending = client().complete(requestOf('a'), stop.signal);
    setTimeout(() => stop.abort(new Error('stopped')), 20);
    await expect(pending).rejects.toThrow('stopped');
  });

  it.each([
    ['a wrong key', { apiKey: 'other' }, {}, {}, 'wrong_key'],
    ['no credit', {}, {}, { faultRates: { quota: 1 } }, 'no_quota'],
    ['an unknown model', {}, { model: 'nope' }, {}, 'model_missing'],
  ] as const)('is not retried with %s', async (_, options, request, settings, code) => {
    server.reset(settings);
    await expect(client(options).complete(requestOf('a', request), never)).rejects.toMatchObject({
      code,
      retryable: false,
    });
    expect(server.requests.length).toBeLessThan(2);
  });
});

it('limits concurrent requests', async () => {
  server.reset({ latencyMs: 20 });
  const one = client({ limits: { concurrency: 3 } });
  const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
  await Promise.all(texts.map((text) => one.complete(requestOf(text), never)));
  expect(server.peak()).toBe(3);
});

it('reports whether the server is reachable and has the models', async () => {
  expect(await client().health(['fake-small'])).toEqual({ code: 'ready' });
  expect(await client({ apiKey: '' }).health(['fake-small'])).toEqual({ code: 'wrong_key' });
  expect(await client().health(['fake-small', 'nope'])).toEqual({ code: 'model_missing', model: 'nope' });
  server.reset({ supportsModelList: false });
  expect(await client().health(['nope'])).toEqual({ code: 'ready' });
  expect(await client({ baseUrl: 'http://127.0.0.1:9/v1' }).health([])).toEqual({ code: 'unreachable' });
});
