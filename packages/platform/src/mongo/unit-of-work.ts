import type { ClientSession, Connection } from 'mongoose';

/** A running transaction; repositories take it as their last argument. */
export type Tx = ClientSession;

/** Starts every transaction of a service. */
export class UnitOfWork {
  private readonly commitListeners: (() => void)[] = [];
  private readonly afterCommits = new WeakMap<Tx, (() => void)[]>();

  constructor(private readonly connection: Connection) {}

  /** Registers a listener for commits, e.g. to wake the outbox relay. */
  onCommit(listener: () => void): void {
    this.commitListeners.push(listener);
  }

  /** Calls `listener` after this transaction is committed. */
  afterCommit(tx: Tx, listener: () => void): void {
    this.afterCommits.get(tx)?.push(listener);
  }

  /**
   * Runs `work` in one transaction and commits it. `work` can run more than once (write conflicts), so it must only use the
   * database through `tx`, and sequentially: parallel operations on one session are undefined.
   */
  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const session = await this.connection.startSession();
    try {
      const result = await session.withTransaction(
        () => {
          this.afterCommits.set(session, []);
          return work(session);
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' }, maxCommitTimeMS: 10_000 },
      );
      for (const listener of [...this.commitListeners, ...(this.afterCommits.get(session) ?? [])]) listener();
      return result;
    } finally {
      await session.endSession();
    }
  }
}
