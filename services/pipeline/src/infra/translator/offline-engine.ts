import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ModelLeg } from './offline-models.js';
import type { OfflineWorkerReply, OfflineWorkerStart } from './offline-worker.js';
import { TranslatorError } from './translator.js';

/** Translates one text with one model, or with two through English. */
export interface OfflineEngine {
  translate(legs: readonly ModelLeg[], text: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

export type ThreadEngineOptions = {
  folder: string;
  /** Timeout for one text, ms; then the thread is terminated. */
  timeoutMs: number;
  /** How long an unused model stays in memory, ms. */
  idleMs: number;
};

type Job = { text: string; resolve: (text: string) => void; reject: (error: unknown) => void };

/** The worker file is beside this one, as source in tests and compiled otherwise. */
const WORKER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './offline-worker.ts' : './offline-worker.js', import.meta.url),
);

/** A worker thread with the models of one translation direction. Translates one text at a time. */
class EngineThread {
  private readonly worker: Worker;
  private readonly waiting: Job[] = [];
  private running: Job | undefined;
  private isReady = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    legs: readonly ModelLeg[],
    private readonly options: ThreadEngineOptions,
    private readonly onEnd: () => void,
  ) {
    const start: OfflineWorkerStart = { legs: [...legs] };
    this.worker = new Worker(WORKER, { workerData: start });
    this.worker.unref();
    this.worker.on('message', (reply: OfflineWorkerReply) => this.handle(reply));
    this.worker.on('error', (cause) =>
      this.end(new TranslatorError('engine_crashed', { cause, retryable: true })),
    );
    this.worker.on('exit', () => this.end(new TranslatorError('engine_crashed', { retryable: true })));
    this.watch(options.timeoutMs, new TranslatorError('timed_out', { retryable: true }));
  }

  add(job: Job, signal: AbortSignal): void {
    const cancel = () => {
      const index = this.waiting.indexOf(job);
      if (index >= 0) this.waiting.splice(index, 1);
      job.reject(signal.reason);
    };
    const settle =
      <T>(done: (value: T) => void) =>
      (value: T) => {
        signal.removeEventListener('abort', cancel);
        done(value);
      };
    signal.addEventListener('abort', cancel, { once: true });
    this.waiting.push(Object.assign(job, { resolve: settle(job.resolve), reject: settle(job.reject) }));
    this.next();
  }

  async close(): Promise<void> {
    this.end(new TranslatorError('engine_crashed', { retryable: true }));
    await this.worker.terminate();
  }

  private handle(reply: OfflineWorkerReply): void {
    if (reply.kind === 'broken') {
      const params = { folder: this.options.folder, file: reply.file };
      this.end(
        new TranslatorError(reply.isMissing ? 'model_files_missing' : 'model_files_damaged', { params }),
      );
      return;
    }
    if (reply.kind === 'ready') this.isReady = true;
    else {
      if (reply.kind === 'done') this.running?.resolve(reply.text);
      else this.running?.reject(new TranslatorError('engine_crashed', { retryable: true }));
      this.running = undefined;
    }
    this.next();
  }

  private next(): void {
    if (!this.isReady || this.running) return;
    this.running = this.waiting.shift();
    if (this.running) {
      this.worker.postMessage({ id: 0, text: this.running.text });
      this.watch(this.options.timeoutMs, new TranslatorError('timed_out', { retryable: true }));
    } else this.watch(this.options.idleMs, undefined);
  }

  private watch(ms: number, error: TranslatorError | undefined): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.end(error ?? new TranslatorError('engine_crashed', { retryable: true })),
      ms,
    );
    this.timer.unref();
  }

  private end(error: TranslatorError): void {
    clearTimeout(this.timer);
    this.onEnd();
    void this.worker.terminate();
    for (const job of [this.running, ...this.waiting.splice(0)]) job?.reject(error);
    this.running = undefined;
  }
}

/** Runs the models in threads, one for each direction. A terminated thread is started again for the next text. */
export class ThreadEngine implements OfflineEngine {
  private readonly threads = new Map<string, EngineThread>();

  constructor(private readonly options: ThreadEngineOptions) {}

  translate(legs: readonly ModelLeg[], text: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const key = legs.map(({ model }) => model.path).join('|');
    const thread =
      this.threads.get(key) ?? new EngineThread(legs, this.options, () => this.threads.delete(key));
    this.threads.set(key, thread);
    return new Promise((resolve, reject) => thread.add({ text, resolve, reject }, signal));
  }

  async close(): Promise<void> {
    await Promise.all([...this.threads.values()].map((thread) => thread.close()));
  }
}
