import type { MemoryStore } from '../../src/features/translation-memory/memory-store.js';
import type {
  MemoryClaim,
  MemoryRow,
} from '../../src/features/translation-memory/translation-memory.schema.js';

/** An in-memory MemoryStore for unit tests. */
export class MapMemoryStore implements MemoryStore {
  readonly rows = new Map<string, MemoryRow>();
  readonly claims = new Map<string, MemoryClaim>();

  find(exact: readonly string[], normal: readonly string[]): Promise<MemoryRow[]> {
    const found = [...this.rows.values()].filter(
      (row) => exact.includes(row._id) || normal.includes(row.normal),
    );
    return Promise.resolve(found.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime()));
  }

  save(rows: readonly MemoryRow[]): Promise<void> {
    for (const row of rows) this.rows.set(row._id, row);
    return Promise.resolve();
  }

  claim(ids: readonly string[], holder: string, now: Date, expiresAt: Date): Promise<string[]> {
    const claimed = ids.filter((id) => {
      const claim = this.claims.get(id);
      return !claim || claim.holder === holder || claim.expiresAt < now;
    });
    for (const _id of claimed) this.claims.set(_id, { _id, holder, expiresAt });
    return Promise.resolve(claimed);
  }

  renew(holder: string, expiresAt: Date): Promise<void> {
    for (const claim of this.claims.values()) if (claim.holder === holder) claim.expiresAt = expiresAt;
    return Promise.resolve();
  }

  release(ids: readonly string[], holder: string): Promise<void> {
    for (const id of ids) if (this.claims.get(id)?.holder === holder) this.claims.delete(id);
    return Promise.resolve();
  }

  async *all(scope: { ownerId: string; source: string; level: number }): AsyncGenerator<MemoryRow> {
    for (const row of await Promise.resolve([...this.rows.values()]))
      if (row.ownerId === scope.ownerId && row.source === scope.source && row.level === scope.level)
        yield row;
  }

  removeOwner(ownerId: string): Promise<number> {
    const ids = [...this.rows.values()].filter((row) => row.ownerId === ownerId).map(({ _id }) => _id);
    for (const id of ids) this.rows.delete(id);
    return Promise.resolve(ids.length);
  }
}
