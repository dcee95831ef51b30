import pLimit from 'p-limit';
import { AppError } from '../app-error.js';

/** Beyond this queue length a response would come too late to be useful. */
const MAX_PENDING = 200;

/** Runs a limited number of tasks in parallel and queues the others; rejects tasks when the queue is full. */
export class ConcurrencyLimit {
  private readonly limit;

  constructor(
    concurrency: number,
    private readonly maxPending: number = MAX_PENDING,
  ) {
    this.limit = pLimit(concurrency);
  }

  /** @throws COMMON.UNAVAILABLE when the queue is full. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount, concurrency } = this.limit;
    if (activeCount >= concurrency && pendingCount >= this.maxPending)
      throw new AppError('COMMON.UNAVAILABLE');
    return this.limit(task);
  }
}
