/** More waiters than this and the next is turned away: an answer that late is of no use. */
const MAX_WAITING = 200;

/** Too many wait already. */
export class LimiterFullError extends Error {
  constructor() {
    super('too much work is waiting already');
    this.name = 'LimiterFullError';
  }
}

/** Lets so many pieces of work run at once; the others wait in order. */
export class Limiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number = MAX_WAITING,
  ) {}

  /** @throws LimiterFullError when too many wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1;
    else if (this.waiting.length >= this.maxWaiting) throw new LimiterFullError();
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
