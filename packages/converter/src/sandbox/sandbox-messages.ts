import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ConversionError } from '../conversion-error.js';
import { framesOf } from './frames.js';
import type { SandboxProcess } from './isolation.js';
import { memoryOf } from './process-memory.js';
import { SandboxMessage, type SandboxFailure } from './sandbox-protocol.js';

const WATCH_INTERVAL_MS = 200;
const MAX_STDERR = 2_000;
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
/** All processes of a job together may use this many times the memory of one. */
const TOTAL_MEMORY = 2;
/** Exit codes of the wrappers around the process: 128 + the number of the signal that ended it. */
const SIGNAL_CODES: Readonly<Record<number, NodeJS.Signals>> = { 134: 'SIGABRT', 152: 'SIGXCPU' };

export type WatchLimits = {
  /** Longest time without a message while the consumer waits for one, milliseconds. */
  silenceMs: number;
  /** Resident memory of one process, megabytes. */
  memoryMb: number;
  signal: AbortSignal;
};
type Watched = Pick<SandboxProcess, 'child' | 'messages'>;

/**
 * The validated messages of a sandbox process until it is done. Kills the process when it is silent or uses memory beyond the limits.
 *
 * @throws ConversionError with the reason why the process ended, or the reason of the aborted signal
 */
export async function* messagesOf(sandboxed: Watched, limits: WatchLimits): AsyncGenerator<SandboxMessage> {
  const watch = new Watch(sandboxed, limits);
  try {
    watch.wait();
    for await (const frame of framesOf(sandboxed.messages, MAX_MESSAGE_BYTES)) {
      watch.pause();
      const message = SandboxMessage.parse(frame);
      if (message.type === 'done') return;
      if (message.type === 'failed') throw toConversionError(message.failure);
      yield message;
      watch.wait();
    }
    await watch.ended();
    throw watch.ending();
  } catch (error) {
    if (watch.failure) throw watch.failure;
    if (error instanceof ConversionError) throw error;
    throw new ConversionError('crashed', {}, { cause: error, detail: String(error) });
  } finally {
    watch.stop();
  }
}

/** Kills the process at a limit and remembers why. */
class Watch {
  failure: Error | undefined;
  private stderr = '';
  /** Since when the consumer waits without a message. The time in which it handles a message doesn't count. */
  private waitingSince: number | null = null;
  private readonly timer: NodeJS.Timeout;
  private readonly exit: Promise<unknown>;

  constructor(
    private readonly sandboxed: Watched,
    private readonly limits: WatchLimits,
  ) {
    const { child } = sandboxed;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString('utf8')).slice(-MAX_STDERR);
    });
    this.exit = once(child, 'exit').catch((error: unknown) =>
      this.fail(new ConversionError('crashed', {}, { cause: error })),
    );
    limits.signal.addEventListener('abort', this.onAbort, { once: true });
    this.timer = setInterval(() => void this.check(), WATCH_INTERVAL_MS);
  }

  wait(): void {
    this.waitingSince = Date.now();
  }

  pause(): void {
    this.waitingSince = null;
  }

  async ended(): Promise<void> {
    const { exitCode, signalCode } = this.sandboxed.child;
    if (exitCode === null && signalCode === null) await this.exit;
  }

  stop(): void {
    clearInterval(this.timer);
    this.limits.signal.removeEventListener('abort', this.onAbort);
    this.sandboxed.messages.destroy();
  }

  /** V8 aborts when its heap is full; the kernel sends SIGXCPU at the CPU limit. */
  ending(): ConversionError {
    const { exitCode, signalCode } = this.sandboxed.child;
    const signal = signalCode ?? SIGNAL_CODES[exitCode ?? 0];
    const detail = `ended with ${signal ?? `code ${String(exitCode)}`}: ${this.stderr}`;
    if (signal === 'SIGXCPU') return new ConversionError('timed_out', {}, { detail });
    if (signal === 'SIGABRT' || /out of memory|bad_alloc/i.test(this.stderr)) {
      return new ConversionError('out_of_memory', {}, { detail });
    }
    return new ConversionError('crashed', {}, { detail });
  }

  private readonly onAbort = (): void => {
    const { reason } = this.limits.signal as { reason: unknown };
    this.fail(reason instanceof Error ? reason : new Error(String(reason)));
  };

  private async check(): Promise<void> {
    const silentMs = this.waitingSince === null ? 0 : Date.now() - this.waitingSince;
    if (silentMs > this.limits.silenceMs) return this.fail(new ConversionError('timed_out'));
    const { largestMb, totalMb } = await memoryOf(this.sandboxed.child.pid);
    const { memoryMb } = this.limits;
    if (largestMb > memoryMb || totalMb > TOTAL_MEMORY * memoryMb) {
      this.fail(new ConversionError('out_of_memory'));
    }
  }

  /** Ends the process, and the loop that waits for its messages. */
  private fail(error: Error): void {
    this.failure ??= error;
    killGroup(this.sandboxed.child);
    this.sandboxed.messages.destroy();
  }
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
