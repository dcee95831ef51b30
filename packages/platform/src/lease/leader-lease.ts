import { hostname } from 'node:os';
import type { Model } from 'mongoose';
import { uuidv7 } from '../ids.js';
import { isDuplicateKey } from '../mongo/mongo.js';
import type { LeaseRow } from './lease.schema.js';

export type LeaderLeaseOptions = {
  /** After this time without a renewal another process becomes leader. */
  leaseMs: number;
  /** Between renewals the lease is taken as held without asking the database. */
  renewMs: number;
};

/** Elects one process of a service as leader for a task. Leadership can overlap for a moment when a process was paused longer than `leaseMs`. */
export class LeaderLease {
  private readonly holder = `${hostname()}-${process.pid}-${uuidv7()}`;
  private renewedAt = 0;

  constructor(
    private readonly leases: Model<LeaseRow>,
    private readonly name: string,
    private readonly options: LeaderLeaseOptions,
  ) {}

  /** Whether this process is leader now; acquires or renews the lease when necessary. */
  async acquire(): Promise<boolean> {
    const now = Date.now();
    const { leaseMs, renewMs } = this.options;
    if (now - this.renewedAt < renewMs) return true;
    try {
      const lease = await this.leases
        .findOneAndUpdate(
          { _id: this.name, $or: [{ holder: this.holder }, { until: { $lt: new Date(now) } }] },
          { $set: { holder: this.holder, until: new Date(now + leaseMs) } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean();
      const isHeld = lease?.holder === this.holder;
      this.renewedAt = isHeld ? now : 0;
      return isHeld;
    } catch (error) {
      // The upsert collides with the row of the current leader.
      if (!isDuplicateKey(error)) throw error;
      this.renewedAt = 0;
      return false;
    }
  }

  /** Gives the lease up, so that another process can become leader at once. */
  async release(): Promise<void> {
    this.renewedAt = 0;
    await this.leases.deleteOne({ _id: this.name, holder: this.holder }).catch(() => undefined);
  }
}
