/** How much may be asked at once and per minute; no limit where a number is missing. */
export type RateLimits = { concurrency: number; requestsPerMinute?: number; tokensPerMinute?: number };

/** A bucket that holds a minute's worth at most and fills steadily. */
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

  /** Milliseconds until `amount` is there; an amount larger than the bucket needs a full one. */
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
 * Lets requests through in the order they came, within the limits of one process (several processes share an account: divide).
 * `pauseUntil` holds everybody back when the server says it has had enough.
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

  /** Runs `work` when its turn comes. `tokens`: what it will probably use. Rejects with the signal's reason while waiting. */
  async run<T>(tokens: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.turn(tokens, signal);
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.pump();
    }
  }

  /** Holds new requests back until then, epoch ms; never shortens a pause. */
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
