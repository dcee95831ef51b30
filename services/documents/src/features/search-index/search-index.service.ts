import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import type { PageTexts } from '../page/page.repository.js';
import { indexPage } from './search-index.domain.js';
import { SearchIndexRepository } from './search-index.repository.js';

/** Updates the search index when page texts change. */
@Injectable()
export class SearchIndexService {
  constructor(private readonly index: SearchIndexRepository) {}

  /** Indexes a page. Call it in the transaction that writes the page. */
  async update(page: PageTexts & { _id: string; documentId: string }, tx: Tx): Promise<void> {
    const { _id, documentId, number } = page;
    await this.index.save({ _id, documentId, number, ...indexPage(page) }, tx);
  }

  /** Removes the entries of a document. */
  async removeDocument(documentId: string, tx: Tx): Promise<void> {
    await this.index.removeAll(documentId, tx);
  }

  /** Indexes pages that were written before the index existed. Idempotent. */
  async backfill(): Promise<void> {
    for await (const page of this.index.listUnindexed()) {
      const { _id, documentId, number } = page;
      await this.index.save({ _id, documentId, number, ...indexPage(page) });
    }
  }
}
