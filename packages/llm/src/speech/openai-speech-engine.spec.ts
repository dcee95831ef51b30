import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OpenAiSpeechEngine, splitForSpeech } from './openai-speech-engine.js';
import { SpeechError } from './speech-engine.js';

const RATE = 24_000;
/** A WAV as endpoints stream it, with unknown lengths. */
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
let received: { path: string | undefined; key: string | undefined; body: Record<string, string> }[];
let respond: (call: number) => { status: number; body: Buffer };

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        path: request.url,
        key: request.headers.authorization,
        body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>,
      });
      const { status, body } = respond(received.length);
      response.writeHead(status, { 'content-type': 'audio/wav' }).end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  received = [];
  respond = () => ({ status: 200, body: wav(Buffer.alloc(480)) });
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
  it('requests a WAV and returns its audio', async () => {
    const { sampleRate, samples } = await engine().synthesize('سلام.', never());
    expect([sampleRate, samples.length]).toEqual([RATE, 480]);
    expect(received).toEqual([
      {
        path: '/v1/audio/speech',
        key: 'Bearer a-key',
        body: { model: 'a-model', voice: 'a-voice', input: 'سلام.', response_format: 'wav' },
      },
    ]);
  });

  it('requests a long text in parts and joins the audio', async () => {
    const { samples } = await engine().synthesize('این جمله‌ای است. '.repeat(400), never());
    expect(received.length).toBe(2);
    expect(samples.length).toBe(960);
  });

  it.each<[string, typeof respond]>([
    ['an error status', () => ({ status: 500, body: Buffer.alloc(0) })],
    ['a body that is no WAV', () => ({ status: 200, body: Buffer.from('{"error": "no"}') })],
    [
      'parts with different sample rates',
      (call) => ({ status: 200, body: wav(Buffer.alloc(4), call === 1 ? RATE : 8_000) }),
    ],
  ])('throws on %s', async (_, wrong) => {
    respond = wrong;
    await expect(engine().synthesize('این جمله‌ای است. '.repeat(400), never())).rejects.toThrow(SpeechError);
  });

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController();
    controller.abort(new Error('worker stopped'));
    await expect(engine().synthesize('سلام.', controller.signal)).rejects.toThrow('worker stopped');
  });
});

describe('splitForSpeech', () => {
  it('splits after sentences, after words if a sentence is too long, and nowhere else', () => {
    expect(splitForSpeech('یک دو. سه چهار. پنج', 12)).toEqual(['یک دو.', 'سه چهار. پنج']);
    expect(splitForSpeech('یک دو سه چهار', 8)).toEqual(['یک دو', 'سه چهار']);
    expect(splitForSpeech('ا'.repeat(7), 3)).toEqual(['ااا', 'ااا', 'ا']);
    expect(splitForSpeech('  ', 3)).toEqual([]);
  });
});
