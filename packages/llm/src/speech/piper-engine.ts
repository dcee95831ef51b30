import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PiperReply, PiperRequest, PiperVoice } from './piper-process.js';
import { SpeechError, type Pcm, type SpeechEngine } from './speech-engine.js';

export type PiperOptions = {
  voice: PiperVoice;
  /** For loading the voice, and for one sentence. */
  timeoutMs: number;
  /** How long an unused voice stays in memory. */
  idleMs: number;
};

/** The process file is beside this one, as source in tests and compiled otherwise. */
const ENTRY = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './piper-process.ts' : './piper-process.js', import.meta.url),
);

/**
 * Finds the voice in a folder: one `*.onnx`, its `tokens.txt`, and `espeak-ng-data`, as Piper voices are packed for sherpa-onnx.
 * @throws Error that names what is missing
 */
export function piperVoiceIn(folder: string): PiperVoice {
  const models = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.onnx')) : [];
  const [model, ...more] = models;
  if (!model) throw new Error(`${folder} has no voice: a file that ends in .onnx`);
  if (more.length > 0) throw new Error(`${folder} has more than one voice: ${models.join(', ')}`);
  const voice = {
    model: join(folder, model),
    tokens: join(folder, 'tokens.txt'),
    dataDir: join(folder, 'espeak-ng-data'),
  };
  const missing = [voice.tokens, voice.dataDir].filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`the voice in ${folder} lacks ${missing.join(' and ')}`);
  return voice;
}

/** A Piper voice through sherpa-onnx. Requests run one at a time in a child process, which starts on demand and stops when idle. */
export class PiperEngine implements SpeechEngine {
  private child: Promise<ChildProcess> | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly options: PiperOptions) {}

  synthesize(text: string, signal: AbortSignal): Promise<Pcm> {
    const turn = this.queue.then(() => this.synthesizeNow(text, signal));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async synthesizeNow(text: string, signal: AbortSignal): Promise<Pcm> {
    signal.throwIfAborted();
    clearTimeout(this.idle);
    this.child ??= this.start();
    const current = this.child;
    try {
      const reply = await request(await current, { kind: 'synthesize', text }, this.options.timeoutMs);
      if (reply.kind !== 'audio') throw new SpeechError('piper returned no audio');
      return { sampleRate: reply.sampleRate, samples: Buffer.from(reply.samples) };
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      this.idle = setTimeout(() => void this.stop(), this.options.idleMs);
      this.idle.unref();
    }
  }

  /** Stops the process; the next sentence starts another. */
  async stop(): Promise<void> {
    clearTimeout(this.idle);
    const child = await this.child?.catch(() => null);
    this.child = null;
    child?.kill('SIGKILL');
  }

  private async start(): Promise<ChildProcess> {
    const child = fork(ENTRY, [], {
      execArgv: [],
      env: { LC_ALL: 'C.UTF-8' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    try {
      await request(child, { kind: 'load', voice: this.options.voice }, this.options.timeoutMs);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    child.unref();
    child.channel?.unref();
    return child;
  }
}

/** Sends a request and waits for its reply. @throws SpeechError when the process fails, exits or times out */
function request(child: ChildProcess, message: PiperRequest, timeoutMs: number): Promise<PiperReply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('timed out'), timeoutMs);
    const onMessage = (reply: PiperReply) => {
      if (reply.kind === 'failed') fail(reply.message);
      else settle(() => resolve(reply));
    };
    const onExit = (code: number | null, signal: string | null) => fail(`exited with ${signal ?? code}`);
    const onError = (error: Error) => fail(error.message);
    const fail = (reason: string) => settle(() => reject(new SpeechError(`piper: ${reason}`)));
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      act();
    };
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
    child.send(message, (error) => {
      if (error) fail(error.message);
    });
  });
}
