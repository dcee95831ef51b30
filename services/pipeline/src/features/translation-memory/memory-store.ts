import type { MemoryRow } from './translation-memory.schema.js';

/** What the memory needs of a database. Rows come newest first; `save` replaces by id; a claim is held by one holder at a time. */
export interface MemoryStore {
  find(exact: readonly string[], normal: readonly string[]): Promise<MemoryRow[]>;
  save(rows: readonly MemoryRow[]): Promise<void>;
  /** @returns the ids that `holder` holds now. */
  claim(ids: readonly string[], holder: string, now: Date, expiresAt: Date): Promise<string[]>;
  renew(holder: string, expiresAt: Date): Promise<void>;
  release(ids: readonly string[], holder: string): Promise<void>;
  all(scope: { ownerId: string; source: string; level: number }): AsyncIterable<MemoryRow>;
  removeOwner(ownerId: string): Promise<number>;
}
