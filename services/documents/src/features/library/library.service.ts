import type {
  DocumentRequestsResponse,
  LibraryListQuery,
  LibraryListResponse,
} from '@hamkhan/contracts/http/documents';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { Injectable } from '@nestjs/common';
import { toLibraryItem } from '../document/document.mapper.js';
import { DocumentRepository } from '../document/document.repository.js';

const MAX_WAITING = 1_000;

@Injectable()
export class LibraryService {
  constructor(private readonly documents: DocumentRepository) {}

  /** One page of a user's own documents (ACC-LIBRARY-18, -29). */
  async list(ownerId: string, query: LibraryListQuery, language: UiLanguage): Promise<LibraryListResponse> {
    const { documents, total } = await this.documents.list(ownerId, query);
    return {
      documents: documents.map((document) => toLibraryItem(document, language)),
      total_documents: total,
      total_pages: Math.ceil(total / query.per_page),
      current_page: query.page,
    };
  }

  /** What of a user's documents still waits for a worker (C33). */
  async listWaiting(ownerId: string, search: string): Promise<DocumentRequestsResponse> {
    const waiting = await this.documents.listByStatus(ownerId, 'pending', search, MAX_WAITING);
    return {
      status: 'success',
      requests: waiting.map(({ _id, key, title, status }) => ({ id: _id, key, title, status })),
    };
  }
}
