import {
  GENERAL_SHELF_NAME,
  MAX_SHELVES,
  SHELF_ICONS,
  type CreateShelfRequest,
  type Shelf,
  type ShelfListResponse,
  type UpdateShelfRequest,
} from '@hamkhan/contracts/http/shelves';
import { AppError } from '@hamkhan/platform/app-error';
import { publicKey } from '@hamkhan/platform/ids';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '../document/document.repository.js';
import { newObjectId } from '../document/object-id.js';
import { TagRepository } from '../tag/tag.repository.js';
import { PlacementRepository } from './placement.repository.js';
import type { PlacementRow } from './placement.schema.js';
import { generalShelfId, isReservedName, isRepeatedSubmit, nameKeyOf } from './shelf.domain.js';
import { toShelf } from './shelf.mapper.js';
import { ShelfRepository } from './shelf.repository.js';
import type { ShelfRow } from './shelf.schema.js';
import { SubscriptionRepository } from './subscription.repository.js';

@Injectable()
export class ShelfService {
  constructor(
    private readonly shelves: ShelfRepository,
    private readonly placements: PlacementRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly documents: DocumentRepository,
    private readonly tags: TagRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The shelves of a user, the general one first, and on request those of others that the user subscribes to (ACC-SHELF-06). */
  async list(userId: string, withSubscribed: boolean): Promise<ShelfListResponse> {
    const general = await this.ensureGeneral(userId);
    const owned = await this.shelves.listOwned(userId);
    const own = await this.countOwn(userId);
    const shelves = owned.map((shelf) => toShelf(shelf, own.get(shelf._id) ?? 0, false));
    if (withSubscribed) shelves.push(...(await this.listSubscribed(userId)));
    return { status: 'success', shelves, general_shelf_id: general._id };
  }

  /**
   * Creates a shelf; a repeated request returns the shelf just created.
   * @throws SHELVES.NAME_TAKEN, TOO_MANY.
   */
  async create(userId: string, request: CreateShelfRequest): Promise<Shelf> {
    if (isReservedName(request.name)) throw new AppError('SHELVES.NAME_TAKEN');
    const shelf = newShelf(userId, request);
    const general = await this.ensureGeneral(userId);
    try {
      await this.unitOfWork.run(async (tx) => {
        // Concurrent creations conflict here, and the retried one counts the shelf of the other.
        await this.shelves.lock(general._id, tx);
        if ((await this.shelves.countOwned(userId, tx)) >= MAX_SHELVES)
          throw new AppError('SHELVES.TOO_MANY');
        await this.shelves.insert(shelf, tx);
      });
      return toShelf(shelf, 0, false);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const existing = await this.shelves.findByNameKey(userId, shelf.nameKey);
      if (existing && isRepeatedSubmit(existing, request, Date.now())) return this.toOwnShelf(existing);
      throw new AppError('SHELVES.NAME_TAKEN', { cause: error });
    }
  }

  /**
   * Changes the details or visibility of a shelf (ACC-SHELF-10, -11).
   * @throws SHELVES.NOT_FOUND, GENERAL_SHELF, NAME_TAKEN, UNKNOWN_TAG; COMMON.FORBIDDEN for a public shelf of someone else.
   */
  async update(userId: string, name: string, request: UpdateShelfRequest): Promise<Shelf> {
    const shelf = await this.findOwn(userId, name);
    if (shelf.isGeneral) throw new AppError('SHELVES.GENERAL_SHELF');
    if (request.name !== undefined && isReservedName(request.name)) throw new AppError('SHELVES.NAME_TAKEN');
    if (request.tags) await this.assertCategories(request.tags);
    try {
      const changed = await this.shelves.update(shelf._id, {
        ...(request.name === undefined ? {} : { name: request.name, nameKey: nameKeyOf(request.name) }),
        ...(request.description === undefined ? {} : { description: request.description }),
        ...(request.icon === undefined ? {} : { icon: request.icon }),
        ...(request.is_public === undefined ? {} : { isPublic: request.is_public }),
        ...(request.tags === undefined ? {} : { tags: request.tags }),
        modifiedAt: new Date(),
      });
      if (!changed) throw new AppError('SHELVES.NOT_FOUND');
      return await this.toOwnShelf(changed);
    } catch (error) {
      throw isDuplicateKey(error) ? new AppError('SHELVES.NAME_TAKEN', { cause: error }) : error;
    }
  }

  /**
   * Removes a shelf with its subscriptions; its documents move to the general shelf (ACC-SHELF-13, C23).
   * @throws SHELVES.NOT_FOUND, GENERAL_SHELF; COMMON.FORBIDDEN for a public shelf of someone else.
   */
  async delete(userId: string, name: string): Promise<void> {
    const { _id: id, isGeneral } = await this.findOwn(userId, name);
    if (isGeneral) throw new AppError('SHELVES.GENERAL_SHELF');
    const general = await this.ensureGeneral(userId);
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.shelves.lock(id, tx))) throw new AppError('SHELVES.NOT_FOUND');
      await this.placements.moveAll(userId, id, general._id, tx);
      await this.documents.moveOwned(userId, id, general._id, tx);
      await this.subscriptions.removeAllOf(id, tx);
      await this.shelves.remove(id, tx);
    });
  }

  /** Removes all shelves of a user with their documents, their subscribers, and the user's own subscriptions. */
  async removeUser(userId: string): Promise<void> {
    const owned = await this.shelves.listOwned(userId);
    await this.unitOfWork.run(async (tx) => {
      await this.placements.removeUser(userId, tx);
      await this.subscriptions.removeUser(userId, tx);
      for (const { _id } of owned) {
        await this.subscriptions.removeAllOf(_id, tx);
        await this.shelves.remove(_id, tx);
      }
    });
  }

  /**
   * A shelf of this user, by id or key. A private shelf of someone else is reported as missing.
   * @throws SHELVES.NOT_FOUND, COMMON.FORBIDDEN.
   */
  async findOwn(userId: string, name: string): Promise<ShelfRow> {
    if (name === generalShelfId(userId)) return this.ensureGeneral(userId);
    const shelf = await this.shelves.findByName(name);
    if (!shelf || (shelf.ownerId !== userId && !shelf.isPublic)) throw new AppError('SHELVES.NOT_FOUND');
    if (shelf.ownerId !== userId) throw new AppError('COMMON.FORBIDDEN');
    return shelf;
  }

  /** A user's general shelf, created on first use. Its id follows from the user's, so concurrent calls create one. */
  async ensureGeneral(userId: string): Promise<ShelfRow> {
    const id = generalShelfId(userId);
    const known = await this.shelves.findByName(id);
    if (known) return known;
    const details = { name: GENERAL_SHELF_NAME, description: '', icon: SHELF_ICONS[0] };
    const shelf: ShelfRow = { ...newShelf(userId, details), _id: id, isGeneral: true };
    try {
      await this.shelves.insert(shelf);
      return shelf;
    } catch (error) {
      const concurrent = isDuplicateKey(error) && (await this.shelves.findByName(id));
      if (!concurrent) throw error;
      return concurrent;
    }
  }

  private async toOwnShelf(shelf: ShelfRow): Promise<Shelf> {
    const counts = await this.countOwn(shelf.ownerId);
    return toShelf(shelf, counts.get(shelf._id) ?? 0, false);
  }

  private async listSubscribed(userId: string): Promise<Shelf[]> {
    const ids = await this.subscriptions.shelfIdsOf(userId);
    const found = await this.shelves.findByIds(ids);
    const shelves = ids.flatMap(
      (id) => found.find((shelf) => shelf._id === id && shelf.isPublic && shelf.ownerId !== userId) ?? [],
    );
    const counts = await this.countVisible(await this.placements.listOnShelves(shelves), null);
    return shelves.map((shelf) => toShelf(shelf, counts.get(shelf._id) ?? 0, true));
  }

  private async countOwn(userId: string): Promise<Map<string, number>> {
    return this.countVisible(await this.placements.listInLibrary(userId), userId);
  }

  /** Number of documents on each shelf that this reader can see. */
  private async countVisible(
    placements: readonly PlacementRow[],
    readerId: string | null,
  ): Promise<Map<string, number>> {
    const ids = placements.map(({ documentId }) => documentId);
    const visible = new Set(await this.documents.visibleIds({ ids, readerId }));
    const counts = new Map<string, number>();
    for (const { shelfId, documentId } of placements) {
      if (visible.has(documentId)) counts.set(shelfId, (counts.get(shelfId) ?? 0) + 1);
    }
    return counts;
  }

  private async assertCategories(names: readonly string[]): Promise<void> {
    const known = new Set((await this.tags.listCategories()).map(({ name }) => name));
    if (names.some((name) => !known.has(name))) throw new AppError('SHELVES.UNKNOWN_TAG');
  }
}

function newShelf(ownerId: string, details: Pick<ShelfRow, 'name' | 'description' | 'icon'>): ShelfRow {
  const now = new Date();
  return {
    _id: newObjectId(now.getTime()),
    key: publicKey(),
    ownerId,
    name: details.name,
    nameKey: nameKeyOf(details.name),
    description: details.description,
    icon: details.icon,
    isPublic: false,
    tags: [],
    isGeneral: false,
    writes: 0,
    createdAt: now,
    modifiedAt: now,
  };
}
