import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeOpenAiServer } from './fake-openai-server.js';
import { pseudoPersian } from './pseudo-persian.js';

let server: FakeOpenAiServer;
beforeAll(async () => {
  server = await FakeOpenAiServer.start({ apiKey: 'key' });
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const chat = (body: object, key = 'key') =>
  fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const ask = (texts: string[], rest: object = {}) =>
  chat({
    model: 'fake-small',
    messages: [
      { role: 'system', content: 'json' },
      {
        role: 'user',
        content: JSON.stringify({ items: texts.map((text, index) => ({ id: String(index + 1), text })) }),
      },
    ],
    ...rest,
  });

describe('FakeOpenAiServer', () => {
  it('replies with Persian that depends on the text alone', async () => {
    const response = await ask(['Hello 12 ⟦1⟧ world, yes?']);
    const body = (await response.json()) as { choices: { message: { content: string } }[]; usage: object };
    const { items } = JSON.parse(body.choices[0]?.message.content ?? '') as {
      items: { id: string; text: string }[];
    };
    expect(items).toEqual([{ id: '1', text: pseudoPersian('Hello 12 ⟦1⟧ world, yes?') }]);
    expect(items[0]?.text).toMatch(/^[\u0600-\u06ff]+ 12 ⟦1⟧ [\u0600-\u06ff]+، [\u0600-\u06ff]+؟$/);
    expect(body.usage).toEqual({
      prompt_tokens: expect.any(Number),
      completion_tokens: expect.any(Number),
      total_tokens: expect.any(Number),
    });
    expect(server.requestedTexts()).toEqual(new Map([['Hello 12 ⟦1⟧ world, yes?', 1]]));
  });

  it.each([
    ['a wrong key', () => ask(['a']).then(() => chat({}, 'other')), 401, 'invalid_api_key'],
    ['an unknown model', () => ask(['a'], { model: 'nope' }), 404, 'model_not_found'],
    ['no messages', () => chat({ model: 'fake-small', messages: [] }), 400, null],
    [
      'a schema without a name',
      () => ask(['a'], { response_format: { type: 'json_schema', json_schema: {} } }),
      400,
      null,
    ],
    [
      'another address',
      () => fetch(`${server.url}/nope`, { headers: { authorization: 'Bearer key' } }),
      404,
      'unknown_url',
    ],
  ])('rejects %s as the API does', async (_, request, status, code) => {
    const response = await request();
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String), code } });
  });

  it('holds requests that contain a text until it is released', async () => {
    server.reset({ holdText: 'the last page' });
    let isReleased = false;
    const held = ask(['the last page']).then(() => isReleased);
    expect((await ask(['another page'])).status).toBe(200);
    expect(server.running()).toBe(1);
    isReleased = true;
    server.settings.holdText = undefined;
    expect(await held).toBe(true);
  });

  it('fails as configured: listed faults in order, then by rate', async () => {
    server.reset({ faults: ['server_error', 'rate_limit', 'drop_id'], retryAfter: '7' });
    expect((await ask(['a'])).status).toBe(500);
    const limited = await ask(['a']);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    const dropped = (await (await ask(['a', 'b'])).json()) as { choices: { message: { content: string } }[] };
    expect(
      (JSON.parse(dropped.choices[0]?.message.content ?? '') as { items: unknown[] }).items,
    ).toHaveLength(1);
    server.reset({ faultRates: { server_error: 0.5 } });
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) statuses.push((await ask(['a'])).status);
    expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(8);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(8);
    expect(server.requests.map(({ status }) => status)).toEqual(statuses);
  });
});
