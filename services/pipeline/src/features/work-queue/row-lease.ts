import { randomUUID } from 'node:crypto';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';

/** How long a worker may be silent before another takes over its work. */
export const LEASE_MS = 10_000;

/** The fields of a row that hold its lease. */
export type LeaseFields = {
  /** When a worker may claim the row; null while it needs none. A lease is a time in the future. */
  availableAt: string;
  /** The fence: only the holder of this token may write. */
  leaseToken: string;
};
/** Earlier than any time in a row: a partial index leaves out rows without a time, and a query must show that it wants none of them. */
export const EARLIEST = new Date(0);
const DEFAULT_FIELDS: LeaseFields = { availableAt: 'availableAt', leaseToken: 'leaseToken' };

/**
 * Claims rows for workers. A claimed row is unavailable until its lease ends; the holder renews the lease while it works. Every write
 * of the holder must match the token of the lease, so that a worker whose lease was taken over can't write any more (ADR 0004).
 */
export class RowLease<Row extends { _id: string }> {
  /**
   * @param onAbandoned new values, as aggregation expressions, for a row whose last holder neither finished nor released it
   */
  constructor(
    private readonly rows: Model<Row>,
    private readonly onAbandoned: Record<string, unknown> = {},
    private readonly fields: LeaseFields = DEFAULT_FIELDS,
  ) {}

  /** The condition for a row that can be claimed now. */
  available(): QueryFilter<Row> {
    return { [this.fields.availableAt]: { $gte: EARLIEST, $lte: new Date() } };
  }

  /**
   * Claims the first available row in this order, or returns null.
   * @param index name of the index to read
   */
  async claim(filter: QueryFilter<Row>, sort: Record<string, 1 | -1>, index?: string): Promise<Row | null> {
    const abandoned = { $ne: [`$${this.fields.leaseToken}`, null] };
    const changes: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(this.onAbandoned))
      changes[field] = { $cond: [abandoned, value, `$${field}`] };
    return this.rows
      .findOneAndUpdate(
        { ...filter, ...this.available() },
        [{ $set: { ...changes, ...this.lease(randomUUID()) } }],
        { sort, returnDocument: 'after', updatePipeline: true, ...(index ? { hint: index } : {}) },
      )
      .lean<Row>()
      .exec();
  }

  /** Claims further available rows under the same lease. Rows that were abandoned are left out. */
  async extend(leaseToken: string, filter: QueryFilter<Row>): Promise<void> {
    await this.rows.updateMany(
      { ...filter, ...this.available(), [this.fields.leaseToken]: null } as QueryFilter<Row>,
      { $set: this.lease(leaseToken) },
    );
  }

  /** Renews all rows of a lease. False if none is held under it any more. */
  async renew(leaseToken: string, filter: QueryFilter<Row> = {}): Promise<boolean> {
    const { matchedCount } = await this.rows.updateMany(
      { ...filter, ...this.heldBy(leaseToken) },
      { $set: this.lease(leaseToken) },
    );
    return matchedCount > 0;
  }

  /** Releases rows of a lease, to be claimed again after `delayMs`. False if the lease was lost. */
  async release(
    leaseToken: string,
    delayMs: number,
    { filter = {}, update = {} }: { filter?: QueryFilter<Row>; update?: UpdateQuery<Row> } = {},
  ): Promise<boolean> {
    const { $set, ...rest }: { $set?: object } = update;
    const availableAt = new Date(Date.now() + delayMs);
    const released = { [this.fields.leaseToken]: null, [this.fields.availableAt]: availableAt };
    const { matchedCount } = await this.rows.updateMany({ ...filter, ...this.heldBy(leaseToken) }, {
      ...rest,
      $set: { ...$set, ...released },
    } as UpdateQuery<Row>);
    return matchedCount > 0;
  }

  private heldBy(leaseToken: string): QueryFilter<Row> {
    return { [this.fields.leaseToken]: leaseToken };
  }

  private lease(leaseToken: string): Record<string, unknown> {
    const until = new Date(Date.now() + LEASE_MS);
    return { [this.fields.leaseToken]: leaseToken, [this.fields.availableAt]: until };
  }
}
