/** Limits on concurrent requests, and on requests and tokens a minute; a missing number means no limit. */
export type RateLimits = { concurrency: number; requestsPerMinute?: number; tokensPerMinute?: number };

/** A token bucket with a capacity of one minute. */
class Bucket {
  private level: number;
  private filledAt: number;

  constructor(
    private readonly perMinute: number,
    now: number,
  ) {
    this.level = perMinute;
    this.filledAt = now;
  }

  /** Milliseconds until `amount` is available. An amount above the capacity needs a full bucket. */
  waitFor(amount: number, now: number): number {
    this.level = Math.min(this.perMinute, this.level + ((now - this.filledAt) * this.perMinute) / 60_000);
    this.filledAt = now;
    const missing = Math.min(amount, this.perMinute) - this.level;
    return missing <= 0 ? 0 : Math.ceil((missing * 60_000) / this.perMinute);
  }

  take(amount: number): void {
    this.level -= Math.min(amount, this.perMinute);
  }
}

type Waiter = { tokens: number; enter: () => void };

/**
 * Starts requests in order of arrival, within the limits of this process. If several processes share an account, divide its limits
 * between them. `pauseUntil` delays all requests when the server asks for a pause.
 */
export class RateGate {
  private running = 0;
  private pausedUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly queue: Waiter[] = [];
  private readonly requests: Bucket | undefined;
  private readonly tokens: Bucket | undefined;

  constructor(
    private readonly limits: RateLimits,
    private readonly now: () => number = Date.now,
  ) {
    this.requests = limits.requestsPerMinute ? new Bucket(limits.requestsPerMinute, now()) : undefined;
    this.tokens = limits.tokensPerMinute ? new Bucket(limits.tokensPerMinute, now()) : undefined;
  }

  /** Runs `work` when its turn comes. `tokens` is the expected usage. Rejects with the signal's reason when aborted while waiting. */
  async run<T>(tokens: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.turn(tokens, signal);
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.pump();
    }
  }

  /** Delays new requests until `time`, epoch ms. Never shortens a pause. */
  pauseUntil(time: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, time);
  }

  private turn(tokens: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        const index = this.queue.indexOf(waiter);
        if (index >= 0) this.queue.splice(index, 1);
        reject(signal.reason as Error);
        this.pump();
      };
      const waiter: Waiter = {
        tokens,
        enter: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.queue.push(waiter);
      this.pump();
    });
  }

  private pump(): void {
    clearTimeout(this.timer);
    for (let next = this.queue[0]; next && this.running < this.limits.concurrency; next = this.queue[0]) {
      const now = this.now();
      const wait = Math.max(
        this.pausedUntil - now,
        this.requests?.waitFor(1, now) ?? 0,
        this.tokens?.waitFor(next.tokens, now) ?? 0,
      );
      if (wait > 0) {
        this.timer = setTimeout(() => this.pump(), wait);
        return;
      }
      this.requests?.take(1);
      this.tokens?.take(next.tokens);
      this.queue.shift();
      this.running += 1;
      next.enter();
    }
  }
}
