import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { MemoryStore } from './memory-store.js';
import { CLAIM_MODEL, MEMORY_MODEL, type MemoryClaim, type MemoryRow } from './translation-memory.schema.js';

/** A longer `$in` slows the query planner. */
const KEYS_PER_QUERY = 2000;

/** More rows than a page can match; limits the result of a query. */
const MAX_ROWS = 20_000;

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

@Injectable()
export class TranslationMemoryRepository implements MemoryStore {
  constructor(
    @InjectModel(MEMORY_MODEL) private readonly rows: Model<MemoryRow>,
    @InjectModel(CLAIM_MODEL) private readonly claims: Model<MemoryClaim>,
  ) {}

  async find(exact: readonly string[], normal: readonly string[]): Promise<MemoryRow[]> {
    const found = new Map<string, MemoryRow>();
    for (const keys of chunks(exact, KEYS_PER_QUERY))
      for (const row of await this.rows.find({ _id: { $in: keys } }).lean()) found.set(row._id, row);
    for (const keys of chunks(normal, KEYS_PER_QUERY))
      for (const row of await this.rows
        .find({ normal: { $in: keys } })
        .sort({ updatedAt: -1 })
        .limit(MAX_ROWS)
        .lean())
        found.set(row._id, row);
    return [...found.values()].sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
  }

  async save(rows: readonly MemoryRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.rows.bulkWrite(
      rows.map((row) => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } })),
      { ordered: false },
    );
  }

  async claim(ids: readonly string[], holder: string, now: Date, expiresAt: Date): Promise<string[]> {
    if (ids.length === 0) return [];
    try {
      await this.claims.bulkWrite(
        ids.map((id) => ({
          updateOne: {
            filter: { _id: id, expiresAt: { $lt: now } },
            update: { $set: { holder, expiresAt } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    } catch (error) {
      // The upsert of a text that another holder has claimed fails with a duplicate id. The other texts are claimed.
      if ((error as { code?: unknown }).code !== 11_000) throw error;
    }
    const claimed = await this.claims.find({ _id: { $in: [...ids] }, holder }, { _id: 1 }).lean();
    return claimed.map(({ _id }) => _id);
  }

  async renew(holder: string, expiresAt: Date): Promise<void> {
    await this.claims.updateMany({ holder }, { $set: { expiresAt } });
  }

  async release(ids: readonly string[], holder: string): Promise<void> {
    if (ids.length > 0) await this.claims.deleteMany({ _id: { $in: [...ids] }, holder });
  }

  /** All rows of an owner, language and level, in a stable order, for export. */
  async *all(scope: { ownerId: string; source: string; level: number }): AsyncGenerator<MemoryRow> {
    const cursor = this.rows
      .find({ ownerId: scope.ownerId, source: scope.source, level: scope.level })
      .sort({ _id: 1 })
      .lean()
      .cursor();
    for await (const row of cursor) yield row;
  }

  /** Deletes the memory of an owner. Returns the number of translations. */
  async removeOwner(ownerId: string): Promise<number> {
    const { deletedCount } = await this.rows.deleteMany({ ownerId });
    return deletedCount;
  }
}
