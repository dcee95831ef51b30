import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';

/** How long this process may go by what it has read, if it hears of no change. */
const MAX_AGE_MS = 1_000;
const MAX_RECORDS = 10_000;

type Entry = { until: number; row: Promise<DocumentRow | null> };

/** Documents as they were at most a second ago: who may read them and what there is, without asking MongoDB for each page. */
@Injectable()
export class DocumentRecords {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly documents: DocumentRepository) {}

  /** By id or key. */
  find(name: string): Promise<DocumentRow | null> {
    const now = Date.now();
    const known = this.entries.get(name);
    if (known && known.until > now) return known.row;
    const row = this.documents.findByName(name);
    if (this.entries.size >= MAX_RECORDS) this.entries.clear();
    const entry = { until: now + MAX_AGE_MS, row };
    this.entries.set(name, entry);
    const forget = (): void => {
      if (this.entries.get(name) === entry) this.entries.delete(name);
    };
    row.then((found) => found ?? forget(), forget);
    return row;
  }

  /** The document has changed: the next reader gets it as it is now. */
  forget(document: Pick<DocumentRow, '_id' | 'key'>): void {
    this.entries.delete(document._id);
    this.entries.delete(document.key);
  }
}
