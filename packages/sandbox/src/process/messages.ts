import { framesOf, type Frame } from './frames.js';
import { SandboxError } from './sandbox-error.js';
import type { Ending, SandboxProcess } from './sandbox-process.js';

const WATCH_INTERVAL_MS = 200;
/** Exit codes of the wrappers around the process: 128 + the number of the signal that ended it. */
const SIGNAL_CODES: Readonly<Record<number, string>> = { 134: 'SIGABRT', 152: 'SIGXCPU' };

export type MessageLimits = {
  /** Longest time without a whole message while the consumer waits for one, milliseconds. */
  silenceMs: number;
  /** Messages of a job; more end it. */
  messages: number;
  signal: AbortSignal;
};
type Watched = Pick<SandboxProcess, 'messages' | 'ended' | 'kill'>;

/**
 * The messages of a sandbox process, until the consumer has its last one. `read` validates each of them: the process may be hostile. Kills
 * the process when it is silent or sends too much.
 *
 * @throws SandboxError with the reason why the process ended, or the reason of the aborted signal
 */
export async function* messagesOf<T>(
  sandboxed: Watched,
  read: (frame: Frame) => T,
  limits: MessageLimits,
): AsyncGenerator<T> {
  const watch = new Watch(sandboxed, limits);
  let count = 0;
  try {
    watch.wait();
    for await (const frame of framesOf(sandboxed.messages)) {
      watch.pause();
      count += 1;
      if (count > limits.messages) throw new SandboxError('crashed', { detail: 'too many messages' });
      yield read(frame);
      watch.wait();
    }
    throw errorOf(await sandboxed.ended);
  } catch (error) {
    if (watch.failure) throw watch.failure;
    if (error instanceof SandboxError) throw error;
    throw new SandboxError('crashed', { cause: error, detail: String(error) });
  } finally {
    watch.stop();
    sandboxed.kill();
  }
}

/** Kills the process at a limit and remembers why. */
class Watch {
  failure: Error | undefined;
  /** Since when the consumer waits without a message. The time in which it handles a message doesn't count. */
  private waitingSince: number | null = null;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly sandboxed: Watched,
    private readonly limits: MessageLimits,
  ) {
    limits.signal.addEventListener('abort', this.onAbort, { once: true });
    this.timer = setInterval(() => this.check(), WATCH_INTERVAL_MS);
    if (limits.signal.aborted) this.onAbort();
  }

  wait(): void {
    this.waitingSince = Date.now();
  }

  pause(): void {
    this.waitingSince = null;
  }

  stop(): void {
    clearInterval(this.timer);
    this.limits.signal.removeEventListener('abort', this.onAbort);
    this.sandboxed.messages.destroy();
  }

  private readonly onAbort = (): void => {
    const { reason } = this.limits.signal as { reason: unknown };
    this.fail(reason instanceof Error ? reason : new Error(String(reason)));
  };

  private check(): void {
    const silentMs = this.waitingSince === null ? 0 : Date.now() - this.waitingSince;
    if (silentMs > this.limits.silenceMs) this.fail(new SandboxError('timed_out'));
  }

  /** Ends the process, and the loop that waits for its messages. */
  private fail(error: Error): void {
    this.failure ??= error;
    this.sandboxed.kill();
    this.sandboxed.messages.destroy();
  }
}

/** V8 aborts when its heap is full; the kernel sends SIGXCPU at the CPU limit. */
function errorOf({ code, signal: sent, stderr, isOutOfMemory, cause }: Ending): SandboxError {
  const signal = sent ?? SIGNAL_CODES[code ?? 0];
  const detail = `ended with ${signal ?? `code ${String(code)}`}: ${stderr}`;
  if (signal === 'SIGXCPU') return new SandboxError('timed_out', { detail });
  if (isOutOfMemory || signal === 'SIGABRT' || /out of memory|bad_alloc/i.test(stderr)) {
    return new SandboxError('out_of_memory', { detail });
  }
  return new SandboxError('crashed', { detail, cause });
}
