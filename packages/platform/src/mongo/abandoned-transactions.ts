import type { Connection } from 'mongoose';
import type { Logger } from '../observability/logger.js';
import { isOutage } from '../outage.js';

const LOOK_MS = 3_000;
/** Ours are nothing but database calls, one right after the other: none is this long without one. */
const IDLE_MS = 5_000;

type OpenTransaction = { lsid: { id: unknown }; appName: string };

/**
 * Ends transactions whose process is gone. MongoDB keeps one open for `transactionLifetimeLimitSeconds` (a minute) after its client
 * was killed, and whoever wants to write to its rows waits so long; a lease that ran out would be worth nothing. A process
 * that was only asleep gets a transient error and does its transaction again.
 */
export class AbandonedTransactions {
  private timer: NodeJS.Timeout | null = null;

  /** @param appNames what the names of our processes' connections begin with */
  constructor(
    private readonly connection: Connection,
    private readonly appNames: string,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  onModuleDestroy(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    try {
      const found = await this.find();
      if (found.length === 0) return;
      await this.admin.command({ killSessions: found.map(({ lsid }) => ({ id: lsid.id })) });
      const from = found.map(({ appName }) => appName);
      this.logger.warn({ from }, 'transactions of a process that is gone were ended');
    } catch (error) {
      this.logger[isOutage(error) ? 'debug' : 'warn'](
        { err: error },
        'open transactions could not be looked at',
      );
    }
  }

  private find(): Promise<OpenTransaction[]> {
    return this.admin
      .aggregate<OpenTransaction>([
        { $currentOp: { allUsers: false, idleSessions: true } },
        {
          $match: {
            active: false,
            appName: { $gte: this.appNames, $lt: `${this.appNames}\uffff` },
            'transaction.timeInactiveMicros': { $gt: IDLE_MS * 1_000 },
          },
        },
        { $project: { lsid: 1, appName: 1 } },
      ])
      .toArray();
  }

  private get admin() {
    return this.connection.getClient().db('admin');
  }
}
