import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OpenAiSpeechEngine, partsOf } from './openai-speech-engine.js';

const RATE = 24_000;
/** A WAV as endpoints stream it: they do not know its length when they begin. */
const wav = (samples: Buffer, rate = RATE): Buffer => {
  const head = Buffer.alloc(44);
  head.write('RIFF\xff\xff\xff\xffWAVEfmt ', 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data\xff\xff\xff\xff', 36, 'latin1');
  return Buffer.concat([head, samples]);
};

let server: Server;
let asked: { path: string | undefined; key: string | undefined; body: Record<string, string> }[];
let answer: (call: number) => { status: number; body: Buffer };

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push({
        path: request.url,
        key: request.headers.authorization,
        body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>,
      });
      const { status, body } = answer(asked.length);
      response.writeHead(status, { 'content-type': 'audio/wav' }).end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked = [];
  answer = () => ({ status: 200, body: wav(Buffer.alloc(480)) });
});

const engine = (timeoutMs = 5_000): OpenAiSpeechEngine =>
  new OpenAiSpeechEngine({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
    apiKey: 'a-key',
    model: 'a-model',
    voice: 'a-voice',
    timeoutMs,
  });
const never = (): AbortSignal => new AbortController().signal;

describe('OpenAiSpeechEngine', () => {
  it('asks the endpoint for a WAV and takes its sound', async () => {
    const { rate, samples } = await engine().say('سلام.', never());
    expect([rate, samples.length]).toEqual([RATE, 480]);
    expect(asked).toEqual([
      {
        path: '/v1/audio/speech',
        key: 'Bearer a-key',
        body: { model: 'a-model', voice: 'a-voice', input: 'سلام.', response_format: 'wav' },
      },
    ]);
  });

  it('asks for a long text in parts and joins what it gets', async () => {
    const { samples } = await engine().say('این جمله‌ای است. '.repeat(400), never());
    expect(asked.length).toBe(2);
    expect(samples.length).toBe(960);
  });

  it.each<[string, typeof answer]>([
    ['an error', () => ({ status: 500, body: Buffer.alloc(0) })],
    ['something that is no WAV', () => ({ status: 200, body: Buffer.from('{"error": "no"}') })],
    [
      'parts of different pitch',
      (call) => ({ status: 200, body: wav(Buffer.alloc(4), call === 1 ? RATE : 8_000) }),
    ],
  ])('refuses %s', async (_, wrong) => {
    answer = wrong;
    await expect(engine().say('این جمله‌ای است. '.repeat(400), never())).rejects.toThrow('');
  });

  it('ends with who asked', async () => {
    const controller = new AbortController();
    controller.abort(new Error('the worker stops'));
    await expect(engine().say('سلام.', controller.signal)).rejects.toThrow('the worker stops');
  });
});

describe('partsOf', () => {
  it('cuts after sentences, after words where one is too long, and nowhere else', () => {
    expect(partsOf('یک دو. سه چهار. پنج', 12)).toEqual(['یک دو.', 'سه چهار. پنج']);
    expect(partsOf('یک دو سه چهار', 8)).toEqual(['یک دو', 'سه چهار']);
    expect(partsOf('ا'.repeat(7), 3)).toEqual(['ااا', 'ااا', 'ا']);
    expect(partsOf('  ', 3)).toEqual([]);
  });
});
