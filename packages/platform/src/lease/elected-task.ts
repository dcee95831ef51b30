import type { Logger } from '../observability/logger.js';
import { isOutage } from '../outage.js';
import type { LeaderLease } from './leader-lease.js';

/** Runs a task at intervals, in the one process of a service that holds the lease. Its runs never overlap in a process. */
export class ElectedTask {
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly lease: LeaderLease,
    private readonly task: () => Promise<void>,
    private readonly logger: Logger,
  ) {}

  start(everyMs: number): void {
    this.timer = setInterval(() => this.wake(), everyMs).unref();
    this.wake();
  }

  /** Runs the task now, or again after the run that is under way. */
  wake(): void {
    this.isWanted = true;
    this.running ??= this.runWanted().finally(() => {
      this.running = null;
    });
  }

  /** Waits for the run that is under way, and lets another process take over. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.running;
    await this.lease.release();
  }

  private async runWanted(): Promise<void> {
    while (this.isWanted && !this.isStopped) {
      this.isWanted = false;
      try {
        if (await this.lease.acquire()) await this.task();
      } catch (error) {
        if (!this.isStopped)
          this.logger[isOutage(error) ? 'warn' : 'error']({ err: error }, 'a regular task failed');
      }
    }
  }
}
