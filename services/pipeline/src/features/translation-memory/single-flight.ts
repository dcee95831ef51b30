import { randomUUID } from 'node:crypto';
import { holdLease } from '@hamkhan/platform/lease/hold-lease';
import type { MemoryStore } from './memory-store.js';

export type SingleFlightOptions = {
  /** After this time, ms, the claims of a process that died expire. */
  leaseMs: number;
  now: () => Date;
};

/**
 * Lets one process at a time request the translation of a text. Within this process others wait for a promise; other
 * processes see a claim with a lease.
 */
export class SingleFlight {
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly store: Pick<MemoryStore, 'claim' | 'renew' | 'release'>,
    private readonly options: SingleFlightOptions,
  ) {}

  /** Resolves when this process has finished with a text; undefined if it is not working on it. */
  runningFor(id: string): Promise<void> | undefined {
    return this.running.get(id);
  }

  /** Claims texts and runs `work` with the ids of those that no other process has claimed. */
  async run<T>(
    ids: readonly string[],
    signal: AbortSignal,
    work: (claimed: ReadonlySet<string>) => Promise<T>,
  ): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const id of ids) this.running.set(id, promise);
    const { leaseMs, now } = this.options;
    const holder = randomUUID();
    const expiresAt = () => new Date(now().getTime() + leaseMs);
    const renew = async () => {
      await this.store.renew(holder, expiresAt());
      // Work continues without the claim: at worst another process requests the same text too.
      return true;
    };
    let claimed: string[] = [];
    try {
      claimed = await this.store.claim(ids, holder, now(), expiresAt());
      const own = new Set(claimed);
      return await holdLease(renew, signal, () => work(own), leaseMs / 3);
    } finally {
      for (const id of ids) this.running.delete(id);
      await this.store.release(claimed, holder).catch(() => undefined);
      resolve();
    }
  }
}
