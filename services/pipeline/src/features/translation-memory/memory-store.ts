import type { MemoryRow } from './translation-memory.schema.js';

/** The storage of the translation memory. `find` returns the newest rows first; `save` replaces rows by id; a claim has one holder. */
export interface MemoryStore {
  find(exact: readonly string[], normal: readonly string[]): Promise<MemoryRow[]>;
  save(rows: readonly MemoryRow[]): Promise<void>;
  /** Returns the ids that `holder` has claimed. */
  claim(ids: readonly string[], holder: string, now: Date, expiresAt: Date): Promise<string[]>;
  renew(holder: string, expiresAt: Date): Promise<void>;
  release(ids: readonly string[], holder: string): Promise<void>;
  all(scope: { ownerId: string; source: string; level: number }): AsyncIterable<MemoryRow>;
  removeOwner(ownerId: string): Promise<number>;
}
