import type { QueryFilter } from 'mongoose';
import type { RowLease } from './row-lease.js';

/** Rows of an owner with a low rank come first; a rank below this one means that a reader waits for the row. */
export const NORMAL_RANK = 0;
/** After this many claims of the urgent lane one of the normal lane follows: the window of a reader, who could else open page after page. */
export const MAX_URGENT_IN_A_ROW = 7;

/** Rows that are claimed in turn by owner. */
export type Lane<Row> = {
  filter?: QueryFilter<Row>;
  /** Name of the index that begins with the fields of the filter, then has the owner and the order within the owner. */
  index: string;
};

export type ClaimRules<Row> = {
  /** The order within an owner. */
  order: Record<string, 1>;
  /** Rows that readers wait for; they come first. */
  urgent?: Lane<Row>;
  normal: Lane<Row>;
};

/** The rules of rows with a `rank`. */
export const byRank = <Row>(indexes: { urgent: string; normal: string }): ClaimRules<Row> => ({
  order: { rank: 1, _id: 1 },
  urgent: { filter: { rank: { $lt: NORMAL_RANK } }, index: indexes.urgent },
  normal: { filter: { rank: { $gte: NORMAL_RANK } }, index: indexes.normal },
});

/**
 * Claims rows in turn by owner (ADR 0029): each claim takes the first row of the owner that follows the one served last, in the order of
 * their ids. It reads a few entries of an index, however many rows wait. Each process takes its own turns, so nothing is stored.
 */
export class FairClaims<Row extends { _id: string; ownerId: string }> {
  /** The owner served last in each lane, by the lane's index. */
  private readonly lastOwners = new Map<string, string>();
  private urgentInARow = 0;
  /** Claims of a process run one after the other: concurrent ones would all take a row of the same owner. */
  private previous: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly leases: Pick<RowLease<Row>, 'claim'>,
    private readonly rules: ClaimRules<Row>,
  ) {}

  /**
   * Claims the next row that matches, or returns null.
   * @param without owners whose rows of the normal lane are left out
   */
  claim(filter: QueryFilter<Row>, without: readonly string[] = []): Promise<Row | null> {
    const claimed = this.previous.then(() => this.claimNext(filter, without));
    this.previous = claimed.catch(() => undefined);
    return claimed;
  }

  private async claimNext(filter: QueryFilter<Row>, without: readonly string[]): Promise<Row | null> {
    const { urgent, normal } = this.rules;
    const isNormalDue = this.urgentInARow >= MAX_URGENT_IN_A_ROW;
    for (const lane of isNormalDue ? [normal, urgent] : [urgent, normal]) {
      const row = lane && (await this.claimIn(lane, filter, lane === normal ? without : []));
      if (!row) continue;
      this.urgentInARow = lane === urgent ? this.urgentInARow + 1 : 0;
      return row;
    }
    this.urgentInARow = 0;
    return null;
  }

  private async claimIn(
    lane: Lane<Row>,
    filter: QueryFilter<Row>,
    without: readonly string[],
  ): Promise<Row | null> {
    const last = this.lastOwners.get(lane.index) ?? '';
    const claimOf = (owners: { $gt: string } | { $lte: string }): Promise<Row | null> => {
      const ownerId = without.length > 0 ? { ...owners, $nin: without } : owners;
      const rows = { ...filter, ...lane.filter, ownerId } as QueryFilter<Row>;
      return this.leases.claim(rows, { ownerId: 1, ...this.rules.order }, lane.index);
    };
    const row = (await claimOf({ $gt: last })) ?? (last === '' ? null : await claimOf({ $lte: last }));
    if (row) this.lastOwners.set(lane.index, row.ownerId);
    return row;
  }
}
