import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';

/** Longest age of a cached row when no change event invalidates it. */
const MAX_AGE_MS = 1_000;
const MAX_DOCUMENTS = 10_000;

/** Caches documents for up to a second, so that page requests do not each read the access facts from MongoDB. */
@Injectable()
export class DocumentCache {
  private readonly rows = new LRUCache<string, Promise<DocumentRow | null>>({
    max: MAX_DOCUMENTS,
    ttl: MAX_AGE_MS,
  });

  constructor(private readonly documents: DocumentRepository) {}

  /** By id or key. */
  find(name: string): Promise<DocumentRow | null> {
    const cached = this.rows.get(name);
    if (cached) return cached;
    const row = this.documents.findByName(name);
    this.rows.set(name, row);
    const removeMiss = (): void => {
      if (this.rows.peek(name) === row) this.rows.delete(name);
    };
    row.then((found) => found ?? removeMiss(), removeMiss);
    return row;
  }

  /** The next reader gets the document from the database. */
  invalidate(document: Pick<DocumentRow, '_id' | 'key'>): void {
    this.rows.delete(document._id);
    this.rows.delete(document.key);
  }
}
