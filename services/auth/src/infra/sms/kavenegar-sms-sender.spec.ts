import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { KavenegarSmsSender } from './kavenegar-sms-sender.js';

const MESSAGE = { mobile: '09120000001', code: '123456', purpose: 'register', language: 'fa' } as const;

let server: Server;
let url: string;
let calls: { path: string; body: string }[];
let answer: { status: number; body: string };

beforeEach(async () => {
  calls = [];
  answer = { status: 200, body: JSON.stringify({ return: { status: 200, message: 'ok' }, entries: [] }) };
  server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      calls.push({ path: request.url ?? '', body });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const sender = () =>
  new KavenegarSmsSender({
    KAVENEGAR_URL: url,
    KAVENEGAR_API_KEY: 'key/of tests',
    KAVENEGAR_TEMPLATE: 'hamkhan',
    KAVENEGAR_NOTICE_TEMPLATE: 'hamkhan-notice',
  });

describe('KavenegarSmsSender', () => {
  it('asks the provider to send the code in the approved template', async () => {
    await sender().sendCode(MESSAGE);
    expect(calls.map(({ path }) => path)).toEqual(['/v1/key%2Fof%20tests/verify/lookup.json']);
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
      receptor: '09120000001',
      token: '123456',
      template: 'hamkhan',
    });
  });

  it('tells an old mobile how the new one ends, in the template for that', async () => {
    await sender().sendMobileChanged({ mobile: '09120000001', ending: '02', language: 'fa' });
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
      receptor: '09120000001',
      token: '02',
      template: 'hamkhan-notice',
    });
  });

  it.each([
    ['a refusal', { status: 200, body: '{"return":{"status":418}}' }, '418'],
    ['a failure', { status: 502, body: 'bad gateway' }, '502'],
    ['an answer of something else', { status: 200, body: '<html>' }, '0'],
  ])('fails with %s', async (_, given, status) => {
    answer = given;
    await expect(sender().sendCode(MESSAGE)).rejects.toThrow(`the provider answered ${status}`);
  });

  it('says nothing of the key, the number or the code when nobody answers', async () => {
    const away = new KavenegarSmsSender({
      KAVENEGAR_URL: 'http://127.0.0.1:9',
      KAVENEGAR_API_KEY: 'very-secret',
      KAVENEGAR_TEMPLATE: 'hamkhan',
      KAVENEGAR_NOTICE_TEMPLATE: 'hamkhan-notice',
    });
    const error: unknown = await away.sendCode(MESSAGE).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'SmsError' });
    expect(JSON.stringify([String(error), (error as Error).stack, (error as Error).cause])).not.toMatch(
      /very-secret|09120000001|123456/,
    );
  });
});
