import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { DocumentStatusService } from '../document/document-status.service.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { PageWordsService } from '../document-search/page-words.service.js';
import { NoteAnchoringService } from '../notes/note-anchoring.service.js';
import { PageRepository } from '../page/page.repository.js';
import type { PageRow } from '../page/page.schema.js';
import { textRevisionsOf } from '../page-edit/page-texts.domain.js';
import { changeOfCounts, countsOf, hasNewText, pageRow, type PageState } from './page-state.domain.js';

/** The only way a page changes, with all that follows from it. */
@Injectable()
export class PageWriter {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly pages: PageRepository,
    private readonly statuses: DocumentStatusService,
    private readonly notes: NoteAnchoringService,
    private readonly words: PageWordsService,
  ) {}

  /**
   * Stores what a page is now: readers get its new bytes, notes find their place in its new text, search its words; counts, date and
   * status of the document follow. `before` is null for a page that was not there. @returns the page's new revision.
   */
  async write(
    document: Pick<DocumentRow, '_id' | 'key'>,
    page: Pick<PageRow, '_id' | 'number' | 'revision'>,
    { before, after }: { before: PageState | null; after: PageState },
    tx: Tx,
  ): Promise<number> {
    const { _id: documentId } = document;
    const { _id, number } = page;
    const revision = page.revision + 1;
    const textRevisions = textRevisionsOf(before, after, revision);
    await this.pages.save(pageRow(document, { _id, number, revision }, { ...after, textRevisions }), tx);
    if (hasNewText(before, after)) {
      await this.notes.pageChanged({ ...after, documentId, number }, tx);
      await this.words.pageChanged({ ...after, _id, number, documentId }, tx);
    }
    const changed = await this.documents.applyPageChange(
      documentId,
      changeOfCounts(countsOf(before), countsOf(after)),
      {
        ...(after.failure ? { pageFailure: after.failure } : {}),
        ...(after.waiting ? { waitingFor: after.translationWhy } : {}),
      },
      tx,
    );
    if (changed) {
      await this.statuses.settle(changed, tx);
    } else {
      // Its owner has removed the document: of what is still said of it nothing is kept.
      await this.pages.removeAll(documentId, tx);
      await this.words.forget(documentId, tx);
    }
    return revision;
  }
}
