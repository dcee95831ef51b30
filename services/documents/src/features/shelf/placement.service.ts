import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { isKnownToAll } from '../access/access.domain.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { rearranged } from './placement.domain.js';
import { PlacementRepository } from './placement.repository.js';
import { generalShelfId } from './shelf.domain.js';
import { ShelfRepository } from './shelf.repository.js';
import { ShelfService } from './shelf.service.js';

/** Where documents stand: on exactly one shelf of each user who keeps them (C23). */
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
   * Puts a document on a shelf of the user, from wherever it stood; one of the catalogue comes into the library by it. Returns the shelf's id.
   * @throws DOCUMENTS.NOT_FOUND, SHELVES.NOT_FOUND; COMMON.FORBIDDEN for a public shelf of someone else.
   */
  async move(user: Identity, documentName: string, shelfName: string): Promise<string> {
    const shelf = await this.shelfService.findOwn(user.userId, shelfName);
    const document = await this.findKept(user, documentName);
    await this.put(user.userId, document, shelf._id);
    return shelf._id;
  }

  /**
   * Takes a document off a shelf; it then stands on the general one. Returns that shelf's id.
   * @throws SHELVES.NOT_FOUND, COMMON.FORBIDDEN; DOCUMENTS.NOT_FOUND for a document that does not stand there.
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
   * Arranges documents of a shelf: those named take the places they had among themselves in the order given (G34).
   * @throws SHELVES.NOT_FOUND, COMMON.FORBIDDEN; COMMON.VALIDATION_FAILED where one does not stand on the shelf.
   */
  async reorder(userId: string, shelfName: string, documentNames: readonly string[]): Promise<void> {
    const shelf = await this.shelfService.findOwn(userId, shelfName);
    const found = await this.documents.idsByName(documentNames);
    const ids = documentNames.flatMap((name) => found.get(name) ?? []);
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.shelves.hold(shelf._id, tx))) throw new AppError('SHELVES.NOT_FOUND');
      const places = await this.placements.findPlaces(userId, shelf._id, ids, tx);
      if (places.length !== documentNames.length) throw notOnShelf();
      await this.placements.setPlaces(userId, rearranged(places, ids), tx);
    });
  }

  /** Puts a new document of its owner on the general shelf, in the transaction that makes it. */
  async putNew(document: DocumentRow, tx: Tx): Promise<void> {
    const { ownerId, _id } = document;
    const shelfId = generalShelfId(ownerId);
    await this.placements.put({ userId: ownerId, documentId: _id, shelfId, order: orderOf(document) }, tx);
  }

  /** Id of the shelf a user keeps a document on, null where it is not in their library. */
  async shelfOf(userId: string, document: DocumentRow): Promise<string | null> {
    if (document.ownerId === userId) return document.shelfId ?? generalShelfId(userId);
    return (await this.placements.find(userId, document._id))?.shelfId ?? null;
  }

  /** Puts uploads that stand nowhere on the general shelves of their owners: what an earlier version took in. Idempotent. */
  async putStray(): Promise<void> {
    for await (const document of this.documents.withoutShelf()) {
      const { _id, ownerId } = document;
      const shelfId = generalShelfId(ownerId);
      await this.placements.putIfNowhere({
        userId: ownerId,
        documentId: _id,
        shelfId,
        order: orderOf(document),
      });
      await this.documents.setShelfIfNone(_id, shelfId);
    }
  }

  /** A document the user may keep: their own, or one everybody may know of. What staff may look into is no part of their library. */
  private async findKept(user: Identity, name: string): Promise<DocumentRow> {
    const document = await this.documents.findByName(name);
    if (!document || (document.ownerId !== user.userId && !isKnownToAll(document))) {
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
        if (!(await this.shelves.hold(shelfId, tx))) throw new AppError('SHELVES.NOT_FOUND');
        await this.placements.put(place, tx);
        if (isOwn) await this.documents.update(document._id, { shelfId }, tx);
      });
    try {
      await run();
    } catch (error) {
      // Another call has put it into the library at the same moment: now it is there to be moved.
      if (!isDuplicateKey(error)) throw error;
      await run();
    }
  }
}

/** Newest first, until a person arranges the shelf. */
const orderOf = (document: DocumentRow): number => -document.createdAt.getTime();

const notOnShelf = (): AppError =>
  new AppError('COMMON.VALIDATION_FAILED', {
    details: { fields: { document_ids: [{ code: 'NOT_A_CHOICE' }] } },
  });
