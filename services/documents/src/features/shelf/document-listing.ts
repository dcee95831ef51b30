import type { LibraryListQuery } from '@hamkhan/contracts/http/documents';
import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { sortByShelfOrder, type ShelfPosition } from './placement.domain.js';

type ListingQuery = Omit<LibraryListQuery, 'shelf_id'>;

/** Lists the documents on a shelf. */
@Injectable()
export class DocumentListing {
  constructor(private readonly documents: DocumentRepository) {}

  /**
   * One page of the documents at these positions that the reader can see, sorted as requested, else in shelf order.
   * @param readerId null for publicly visible documents only
   */
  async onShelf(
    positions: readonly ShelfPosition[],
    readerId: string | null,
    query: ListingQuery,
  ): Promise<{ documents: DocumentRow[]; total: number }> {
    const ids = positions.map(({ documentId }) => documentId);
    if (query.sort_by) return this.documents.page({ ids, readerId }, query);

    const visible = new Set(await this.documents.visibleIds({ ids, readerId }, query));
    const inOrder = sortByShelfOrder(positions.filter(({ documentId }) => visible.has(documentId)));
    if (query.sort_order === 'asc') inOrder.reverse();
    const from = (query.page - 1) * query.per_page;
    const shown = inOrder.slice(from, from + query.per_page).map(({ documentId }) => documentId);
    const rows = new Map((await this.documents.byIds(shown)).map((row) => [row._id, row]));
    return { documents: shown.flatMap((id) => rows.get(id) ?? []), total: inOrder.length };
  }
}
