import type { Connection } from 'mongoose';
import type { Logger } from '../observability/logger.js';
import { isOutage } from '../outage.js';

const CHECK_MS = 3_000;
/** Our transactions consist of consecutive database calls; no live one pauses this long. */
const IDLE_MS = 5_000;

type OpenTransaction = { lsid: { id: unknown }; appName: string };

/**
 * Aborts the transactions of killed processes. MongoDB keeps them open for `transactionLifetimeLimitSeconds` (a minute), and
 * writes to their rows block that long, which would make expired leases useless. A process that was only suspended gets a
 * transient error and repeats its transaction.
 */
export class AbandonedTransactions {
  private timer: NodeJS.Timeout | null = null;

  /** @param appNames the prefix of the `appName` of our connections */
  constructor(
    private readonly connection: Connection,
    private readonly appNames: string,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.abortIdle(), CHECK_MS).unref();
  }

  onModuleDestroy(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private async abortIdle(): Promise<void> {
    try {
      const found = await this.findIdle();
      if (found.length === 0) return;
      await this.admin.command({ killSessions: found.map(({ lsid }) => ({ id: lsid.id })) });
      const from = found.map(({ appName }) => appName);
      this.logger.warn({ from }, 'aborted transactions of a killed process');
    } catch (error) {
      this.logger[isOutage(error) ? 'debug' : 'warn']({ err: error }, 'could not check open transactions');
    }
  }

  private findIdle(): Promise<OpenTransaction[]> {
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
