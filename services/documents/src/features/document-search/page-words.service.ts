import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import type { PageTexts } from '../page/page.repository.js';
import { wordsOfPage } from './page-words.domain.js';
import { PageWordsRepository } from './page-words.repository.js';

/** Keeps the words of pages as their texts change. */
@Injectable()
export class PageWordsService {
  constructor(private readonly words: PageWordsRepository) {}

  /** A page has a new text. To be called in the transaction that writes the page. */
  async pageChanged(page: PageTexts & { _id: string; documentId: string }, tx: Tx): Promise<void> {
    const { _id, documentId, number } = page;
    await this.words.save({ _id, documentId, number, ...wordsOfPage(page) }, tx);
  }

  /** The document is gone. */
  async forget(documentId: string, tx: Tx): Promise<void> {
    await this.words.removeAll(documentId, tx);
  }

  /** Takes down the words of pages that an earlier version wrote. Idempotent. */
  async readOld(): Promise<void> {
    for await (const page of this.words.unread()) {
      const { _id, documentId, number } = page;
      await this.words.save({ _id, documentId, number, ...wordsOfPage(page) });
    }
  }
}
