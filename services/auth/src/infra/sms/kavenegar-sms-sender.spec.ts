import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { KavenegarSmsSender } from './kavenegar-sms-sender.js';

const MESSAGE = { mobile: '09120000001', code: '123456', purpose: 'register', language: 'fa' } as const;

let server: Server;
let url: string;
let calls: { path: string; body: string }[];
let response: { status: number; body: string };

beforeEach(async () => {
  calls = [];
  response = { status: 200, body: JSON.stringify({ return: { status: 200, message: 'ok' }, entries: [] }) };
  server = createServer((request: IncomingMessage, reply) => {
    void text(request).then((body) => {
      calls.push({ path: request.url ?? '', body });
      reply.writeHead(response.status, { 'content-type': 'application/json' }).end(response.body);
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
  it('sends the code with the approved template', async () => {
    await sender().sendCode(MESSAGE);
    expect(calls.map(({ path }) => path)).toEqual(['/v1/key%2Fof%20tests/verify/lookup.json']);
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
      receptor: '09120000001',
      token: '123456',
      template: 'hamkhan',
    });
  });

  it('notifies the old mobile number with the notice template', async () => {
    await sender().sendMobileChanged({ mobile: '09120000001', ending: '02', language: 'fa' });
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
      receptor: '09120000001',
      token: '02',
      template: 'hamkhan-notice',
    });
  });

  it.each([
    ['a rejection', { status: 200, body: '{"return":{"status":418}}' }, '418'],
    ['a failure', { status: 502, body: 'bad gateway' }, '502'],
    ['a response in another format', { status: 200, body: '<html>' }, '0'],
  ])('fails on %s', async (_, given, status) => {
    response = given;
    await expect(sender().sendCode(MESSAGE)).rejects.toThrow(`the SMS provider returned status ${status}`);
  });

  it('keeps key, number and code out of the error when the provider is unreachable', async () => {
    const unreachable = new KavenegarSmsSender({
      KAVENEGAR_URL: 'http://127.0.0.1:9',
      KAVENEGAR_API_KEY: 'very-secret',
      KAVENEGAR_TEMPLATE: 'hamkhan',
      KAVENEGAR_NOTICE_TEMPLATE: 'hamkhan-notice',
    });
    const error: unknown = await unreachable.sendCode(MESSAGE).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'SmsError' });
    expect(JSON.stringify([String(error), (error as Error).stack, (error as Error).cause])).not.toMatch(
      /very-secret|09120000001|123456/,
    );
  });
});
