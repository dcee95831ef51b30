import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { ConversionError } from '../conversion-error.js';
import { SandboxMessage, type SandboxFailure } from './sandbox-protocol.js';

const WATCH_INTERVAL_MS = 200;
const PAGE_BYTES = 4_096;
const MAX_STDERR = 2_000;

export type WatchLimits = {
  /** Longest time without a message while the consumer waits for one, milliseconds. */
  silenceMs: number;
  /** Resident memory, megabytes. */
  memoryMb: number;
  signal: AbortSignal;
};

type Ending = { code: number | null; signal: NodeJS.Signals | null };

/**
 * The validated messages of a sandbox process until it is done. Kills the process when it is silent or uses memory beyond the limits.
 *
 * @throws ConversionError with the reason why the process ended, or the reason of the aborted signal
 */
export async function* messagesOf(child: ChildProcess, limits: WatchLimits): AsyncGenerator<SandboxMessage> {
  const inbox = new Inbox(child);
  const onAbort = (): void => inbox.fail(limits.signal.reason);
  limits.signal.addEventListener('abort', onAbort, { once: true });
  const watch = setInterval(() => {
    if (inbox.silentMs() > limits.silenceMs) return inbox.fail(new ConversionError('timed_out'));
    void residentMb(child.pid).then((used) => {
      if (used > limits.memoryMb) inbox.fail(new ConversionError('out_of_memory'));
    });
  }, WATCH_INTERVAL_MS);
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.type === 'done') return;
      if (message.type === 'failed') throw toConversionError(message.failure);
      yield message;
    }
  } finally {
    clearInterval(watch);
    limits.signal.removeEventListener('abort', onAbort);
  }
}

/** Queues the messages of a process; a failure or the end of the process is reported after them. */
class Inbox {
  private readonly queue: SandboxMessage[] = [];
  private failure: Error | undefined;
  private ending: Ending | undefined;
  private stderr = '';
  /** Since when the consumer waits without a message. The time in which it handles a message doesn't count. */
  private waitingSince: number | null = null;
  private wake: () => void = () => undefined;

  constructor(private readonly child: ChildProcess) {
    child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString('utf8')).slice(-MAX_STDERR);
    });
    child.on('message', (raw) => this.receive(raw));
    child.on('error', (error) => this.fail(new ConversionError('crashed', {}, { cause: error })));
    child.on('exit', (code, signal) => {
      this.ending = { code, signal };
      this.wake();
    });
  }

  /** Kills the process; `next` throws the first failure. */
  fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
    killGroup(this.child);
    this.wake();
  }

  silentMs(): number {
    return this.waitingSince === null ? 0 : Date.now() - this.waitingSince;
  }

  async next(): Promise<SandboxMessage> {
    for (;;) {
      if (this.failure) throw this.failure;
      const message = this.queue.shift();
      if (message) return message;
      if (this.ending) throw endingError(this.ending, this.stderr);
      this.waitingSince = Date.now();
      await new Promise<void>((resolve) => (this.wake = resolve));
      this.waitingSince = null;
    }
  }

  private receive(raw: unknown): void {
    const message = SandboxMessage.safeParse(raw);
    if (!message.success) {
      this.fail(new ConversionError('crashed', {}, { detail: message.error.message }));
      return;
    }
    this.queue.push(message.data);
    this.wake();
  }
}

/** V8 aborts (SIGABRT, 134) when its heap is full; the kernel sends SIGXCPU at the CPU limit. */
function endingError({ code, signal }: Ending, stderr: string): ConversionError {
  const detail = `ended with ${signal ?? `code ${String(code)}`}: ${stderr}`;
  if (signal === 'SIGXCPU') return new ConversionError('timed_out', {}, { detail });
  if (signal === 'SIGABRT' || code === 134 || /heap out of memory/.test(stderr)) {
    return new ConversionError('out_of_memory', {}, { detail });
  }
  return new ConversionError('crashed', {}, { detail });
}

export const toConversionError = ({ reason, params, detail }: SandboxFailure): ConversionError =>
  new ConversionError(reason, params, { detail });

/** Kills a process that leads its process group, and the programs it started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Resident memory of a process in megabytes; 0 if it has ended or the system has no /proc. */
async function residentMb(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid ?? 0}/statm`, 'utf8').catch(() => '');
  return (Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES) / (1024 * 1024);
}
