import type {
  DocumentRequestsResponse,
  LibraryListQuery,
  LibraryListResponse,
} from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { Injectable } from '@nestjs/common';
import { toLibraryItem } from '../document/document.mapper.js';
import { DocumentRepository } from '../document/document.repository.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import { DocumentListing } from '../shelf/document-listing.js';
import { PlacementRepository } from '../shelf/placement.repository.js';
import { generalShelfId } from '../shelf/shelf.domain.js';
import { ShelfService } from '../shelf/shelf.service.js';

const MAX_WAITING = 1_000;

@Injectable()
export class LibraryService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly shelves: ShelfService,
    private readonly placements: PlacementRepository,
    private readonly listing: DocumentListing,
    private readonly signer: ImageSigner,
  ) {}

  /**
   * One page of a user's library, or of one of its shelves. A shelf keeps its own order unless the query sorts (ACC-LIBRARY-18, -29).
   * @throws SHELVES.NOT_FOUND, COMMON.FORBIDDEN for a shelf that is not the user's.
   */
  async list(user: Identity, query: LibraryListQuery, language: UiLanguage): Promise<LibraryListResponse> {
    const { userId } = user;
    const shelf = query.shelf_id ? await this.shelves.findOwn(userId, query.shelf_id) : null;
    const placements = await this.placements.listInLibrary(userId, shelf?._id);
    const shelfOf = new Map(placements.map(({ documentId, shelfId }) => [documentId, shelfId]));
    const { documents, total } = shelf
      ? await this.listing.onShelf(placements, userId, query)
      : await this.documents.library(userId, [...shelfOf.keys()], query);
    return {
      documents: documents.map((document) =>
        toLibraryItem(
          document,
          language,
          this.signer,
          user,
          shelfOf.get(document._id) ?? generalShelfId(userId),
        ),
      ),
      total_documents: total,
      total_pages: Math.ceil(total / query.per_page),
      current_page: query.page,
    };
  }

  /** A user's documents that still wait for a worker (C33). */
  async listWaiting(ownerId: string, search: string): Promise<DocumentRequestsResponse> {
    const waiting = await this.documents.listByStatus(ownerId, 'pending', search, MAX_WAITING);
    return {
      status: 'success',
      requests: waiting.map(({ _id, key, title, status }) => ({ id: _id, key, title, status })),
    };
  }
}
