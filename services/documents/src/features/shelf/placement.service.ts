import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { isPubliclyVisible } from '../access/access.domain.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { reorderPositions } from './placement.domain.js';
import { PlacementRepository } from './placement.repository.js';
import { generalShelfId } from './shelf.domain.js';
import { ShelfRepository } from './shelf.repository.js';
import { ShelfService } from './shelf.service.js';

/** Places documents on shelves: exactly one shelf per user and document (C23). */
@Injectable()
export class PlacementService {
  constructor(
    private readonly placements: PlacementRepository,
    private readonly shelves: ShelfRepository,
    private readonly shelfService: ShelfService,
    private readonly documents: DocumentRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Moves a document to a shelf of the user; a catalogue document is added to the library. Returns the id of the shelf.
   * @throws DOCUMENTS.NOT_FOUND, SHELVES.NOT_FOUND; COMMON.FORBIDDEN for a public shelf of someone else.
   */
  async move(user: Identity, documentName: string, shelfName: string): Promise<string> {
    const shelf = await this.shelfService.findOwn(user.userId, shelfName);
    const document = await this.findKept(user, documentName);
    await this.put(user.userId, document, shelf._id);
    return shelf._id;
  }

  /**
   * Moves a document from a shelf to the general shelf. Returns the id of the general shelf.
   * @throws SHELVES.NOT_FOUND, COMMON.FORBIDDEN; DOCUMENTS.NOT_FOUND for a document that is not on the shelf.
   */
  async remove(user: Identity, documentName: string, shelfName: string): Promise<string> {
    const { userId } = user;
    const shelf = await this.shelfService.findOwn(userId, shelfName);
    const document = await this.findKept(user, documentName);
    const placement = await this.placements.find(userId, document._id);
    if (placement?.shelfId !== shelf._id) throw new AppError('DOCUMENTS.NOT_FOUND');
    const general = await this.shelfService.ensureGeneral(userId);
    if (shelf._id !== general._id) await this.put(userId, document, general._id);
    return general._id;
  }

  /**
   * Reorders documents of a shelf; they exchange the positions they had (G34).
   * @throws SHELVES.NOT_FOUND, COMMON.FORBIDDEN; COMMON.VALIDATION_FAILED for a document that is not on the shelf.
   */
  async reorder(userId: string, shelfName: string, documentNames: readonly string[]): Promise<void> {
    const shelf = await this.shelfService.findOwn(userId, shelfName);
    const found = await this.documents.idsByName(documentNames);
    const ids = documentNames.flatMap((name) => found.get(name) ?? []);
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.shelves.lock(shelf._id, tx))) throw new AppError('SHELVES.NOT_FOUND');
      const positions = await this.placements.findPositions(userId, shelf._id, ids, tx);
      if (positions.length !== documentNames.length) throw notOnShelf();
      await this.placements.setPositions(userId, reorderPositions(positions, ids), tx);
    });
  }

  /** Puts a new document on the general shelf of its owner, in the transaction that creates it. */
  async putNew(document: DocumentRow, tx: Tx): Promise<void> {
    const { ownerId, _id } = document;
    const shelfId = generalShelfId(ownerId);
    await this.placements.put({ userId: ownerId, documentId: _id, shelfId, order: orderOf(document) }, tx);
  }

  /** Id of a user's shelf with a document; null if it is not in their library. */
  async shelfOf(userId: string, document: DocumentRow): Promise<string | null> {
    if (document.ownerId === userId) return document.shelfId ?? generalShelfId(userId);
    return (await this.placements.find(userId, document._id))?.shelfId ?? null;
  }

  /** Puts uploads without a shelf on the general shelf of their owner: rows written before shelves existed. Idempotent. */
  async placeUnshelvedDocuments(): Promise<void> {
    for await (const document of this.documents.listUnshelved()) {
      const { _id, ownerId } = document;
      const shelfId = generalShelfId(ownerId);
      await this.placements.putIfAbsent({
        userId: ownerId,
        documentId: _id,
        shelfId,
        order: orderOf(document),
      });
      await this.documents.setShelfIfNone(_id, shelfId);
    }
  }

  /** A document the user may have in their library: their own, or a publicly visible one. Staff access does not count. */
  private async findKept(user: Identity, name: string): Promise<DocumentRow> {
    const document = await this.documents.findByName(name);
    if (!document || (document.ownerId !== user.userId && !isPubliclyVisible(document))) {
      throw new AppError('DOCUMENTS.NOT_FOUND');
    }
    return document;
  }

  private async put(userId: string, document: DocumentRow, shelfId: string): Promise<void> {
    const isOwn = document.ownerId === userId;
    const place = {
      userId,
      documentId: document._id,
      shelfId,
      order: isOwn ? orderOf(document) : -Date.now(),
    };
    const run = () =>
      this.unitOfWork.run(async (tx) => {
        if (!(await this.shelves.lock(shelfId, tx))) throw new AppError('SHELVES.NOT_FOUND');
        await this.placements.put(place, tx);
        if (isOwn) await this.documents.update(document._id, { shelfId }, tx);
      });
    try {
      await run();
    } catch (error) {
      // A concurrent request has added the document to the library; now it can be moved.
      if (!isDuplicateKey(error)) throw error;
      await run();
    }
  }
}

/** Newest first, until the user reorders the shelf. */
const orderOf = (document: DocumentRow): number => -document.createdAt.getTime();

const notOnShelf = (): AppError =>
  new AppError('COMMON.VALIDATION_FAILED', {
    details: { fields: { document_ids: [{ code: 'NOT_A_CHOICE' }] } },
  });
