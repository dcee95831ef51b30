import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { DocumentStatusService } from '../document/document-status.service.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { SearchIndexService } from '../search-index/search-index.service.js';
import { NoteAnchoringService } from '../notes/note-anchoring.service.js';
import { PageRepository } from '../page/page.repository.js';
import type { PageRow } from '../page/page.schema.js';
import { textRevisionsOf } from './page-texts.domain.js';
import { countsDelta, countsOf, hasNewText, pageRow, type PageState } from './page-state.domain.js';

/** Writes pages and updates everything that depends on them. Nothing else writes pages. */
@Injectable()
export class PageWriter {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly pages: PageRepository,
    private readonly statuses: DocumentStatusService,
    private readonly notes: NoteAnchoringService,
    private readonly searchIndex: SearchIndexService,
  ) {}

  /**
   * Stores a page with its bytes for readers, re-anchors its notes, indexes its texts, and updates counts, date and status of its document.
   * `before` is null for a new page. @returns the new revision of the page.
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
      await this.searchIndex.update({ ...after, _id, number, documentId }, tx);
    }
    const updated = await this.documents.applyPageChange(
      documentId,
      countsDelta(countsOf(before), countsOf(after)),
      {
        ...(after.failure ? { pageFailure: after.failure } : {}),
        ...(after.waiting ? { waitingFor: after.translationReason } : {}),
      },
      tx,
    );
    if (updated) {
      await this.statuses.updateFromFacts(updated, tx);
    } else {
      // Document removed; discard late events.
      await this.pages.removeAll(documentId, tx);
      await this.searchIndex.removeDocument(documentId, tx);
    }
    return revision;
  }
}
