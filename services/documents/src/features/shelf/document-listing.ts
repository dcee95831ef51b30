import type { LibraryListQuery } from '@hamkhan/contracts/http/documents';
import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { inShelfOrder, type Place } from './placement.domain.js';

type ListingQuery = Omit<LibraryListQuery, 'shelf_id'>;

/** Lists what stands on a shelf. */
@Injectable()
export class DocumentListing {
  constructor(private readonly documents: DocumentRepository) {}

  /**
   * One page of the documents in these places that the reader may know of: sorted as asked, else in the order of the shelf.
   * @param readerId null for what everyone may know of
   */
  async onShelf(
    places: readonly Place[],
    readerId: string | null,
    query: ListingQuery,
  ): Promise<{ documents: DocumentRow[]; total: number }> {
    const ids = places.map(({ documentId }) => documentId);
    if (query.sort_by) return this.documents.page({ ids, readerId }, query);

    const found = new Set(await this.documents.visibleIds({ ids, readerId }, query));
    const inOrder = inShelfOrder(places.filter(({ documentId }) => found.has(documentId)));
    if (query.sort_order === 'asc') inOrder.reverse();
    const from = (query.page - 1) * query.per_page;
    const shown = inOrder.slice(from, from + query.per_page).map(({ documentId }) => documentId);
    const rows = new Map((await this.documents.byIds(shown)).map((row) => [row._id, row]));
    return { documents: shown.flatMap((id) => rows.get(id) ?? []), total: inOrder.length };
  }
}
