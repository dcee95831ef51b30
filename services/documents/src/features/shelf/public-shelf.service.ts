import {
  MAX_SUBSCRIPTIONS,
  type PublicShelfDocumentsQuery,
  type PublicShelfDocumentsResponse,
  type PublicShelfResponse,
} from '@hamkhan/contracts/http/shelves';
import { AppError } from '@hamkhan/platform/app-error';
import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '../document/document.repository.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import { DocumentListing } from './document-listing.js';
import { PlacementRepository } from './placement.repository.js';
import { toPublicShelf, toPublicShelfDocument } from './shelf.mapper.js';
import { ShelfRepository } from './shelf.repository.js';
import type { ShelfRow } from './shelf.schema.js';
import { SubscriptionRepository } from './subscription.repository.js';

/** Public shelves with their publicly visible documents (C34). */
@Injectable()
export class PublicShelfService {
  constructor(
    private readonly shelves: ShelfRepository,
    private readonly placements: PlacementRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly documents: DocumentRepository,
    private readonly listing: DocumentListing,
    private readonly signer: ImageSigner,
  ) {}

  /** @throws SHELVES.NOT_FOUND also for a private shelf (C23). */
  async get(name: string, readerId: string | null): Promise<PublicShelfResponse> {
    const shelf = await this.findPublic(name);
    const ids = (await this.placements.listOnShelves([shelf])).map(({ documentId }) => documentId);
    const visible = await this.documents.visibleIds({ ids, readerId: null });
    const privateCount = readerId === shelf.ownerId ? ids.length - visible.length : null;
    return {
      status: 'success',
      shelf: toPublicShelf(shelf, visible.length, privateCount),
      is_subscribed: readerId !== null && (await this.subscriptions.exists(readerId, shelf._id)),
    };
  }

  /** One page of the documents on a public shelf. @throws SHELVES.NOT_FOUND. */
  async listDocuments(name: string, query: PublicShelfDocumentsQuery): Promise<PublicShelfDocumentsResponse> {
    const shelf = await this.findPublic(name);
    const placements = await this.placements.listOnShelves([shelf]);
    const { documents, total } = await this.listing.onShelf(placements, null, { ...query, type: 'all' });
    return {
      status: 'success',
      documents: documents.map((document) => toPublicShelfDocument(document, this.signer)),
      total,
    };
  }

  /** @throws SHELVES.NOT_FOUND, OWN_SHELF, TOO_MANY. */
  async subscribe(userId: string, name: string): Promise<void> {
    const shelf = await this.findPublic(name);
    if (shelf.ownerId === userId) throw new AppError('SHELVES.OWN_SHELF');
    if ((await this.subscriptions.countOf(userId)) >= MAX_SUBSCRIPTIONS) {
      throw new AppError('SHELVES.TOO_MANY');
    }
    await this.subscriptions.add(userId, shelf._id);
  }

  /** Ends a subscription, also of a shelf that has become private. @throws SHELVES.NOT_FOUND. */
  async unsubscribe(userId: string, name: string): Promise<void> {
    const shelf = await this.shelves.findByName(name);
    const wasSubscribed = shelf !== null && (await this.subscriptions.remove(userId, shelf._id));
    if (!wasSubscribed && !shelf?.isPublic) throw new AppError('SHELVES.NOT_FOUND');
  }

  private async findPublic(name: string): Promise<ShelfRow> {
    const shelf = await this.shelves.findByName(name);
    if (!shelf?.isPublic) throw new AppError('SHELVES.NOT_FOUND');
    return shelf;
  }
}
