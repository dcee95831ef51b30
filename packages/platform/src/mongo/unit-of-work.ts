import type { ClientSession, Connection } from 'mongoose';

/** A running transaction; repositories take it as their last argument. */
export type Tx = ClientSession;

/** The one place where transactions begin. */
export class UnitOfWork {
  private readonly afterCommit: (() => void)[] = [];

  constructor(private readonly connection: Connection) {}

  /** Called after each commit, e.g. to wake the outbox relay. */
  onCommit(listener: () => void): void {
    this.afterCommit.push(listener);
  }

  /**
   * Runs `work` in one transaction and commits it. `work` may run more than once (write conflicts), so it does nothing
   * but database work through `tx`, one call after the other: operations in parallel on one session are undefined.
   */
  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const session = await this.connection.startSession();
    try {
      const result = await session.withTransaction(() => work(session), {
        readConcern: { level: 'snapshot' },
        writeConcern: { w: 'majority' },
        maxCommitTimeMS: 10_000,
      });
      for (const listener of this.afterCommit) listener();
      return result;
    } finally {
      await session.endSession();
    }
  }
}
