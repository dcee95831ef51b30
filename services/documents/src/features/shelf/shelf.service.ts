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
import { generalShelfId, isReservedName, isSameSubmit, nameKeyOf } from './shelf.domain.js';
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

  /** The shelves of a user, the general one first, and if asked for, those of others that the user follows (ACC-SHELF-06). */
  async list(userId: string, withSubscribed: boolean): Promise<ShelfListResponse> {
    const general = await this.ensureGeneral(userId);
    const owned = await this.shelves.listOwned(userId);
    const own = await this.countOwn(userId);
    const shelves = owned.map((shelf) => toShelf(shelf, own.get(shelf._id) ?? 0, false));
    if (withSubscribed) shelves.push(...(await this.listSubscribed(userId)));
    return { status: 'success', shelves, general_shelf_id: general._id };
  }

  /**
   * A new shelf; the one just made, where the same request comes twice.
   * @throws SHELVES.NAME_TAKEN, TOO_MANY.
   */
  async create(userId: string, asked: CreateShelfRequest): Promise<Shelf> {
    if (isReservedName(asked.name)) throw new AppError('SHELVES.NAME_TAKEN');
    if ((await this.shelves.countOwned(userId)) >= MAX_SHELVES) throw new AppError('SHELVES.TOO_MANY');
    const shelf = newShelf(userId, asked);
    try {
      await this.shelves.insert(shelf);
      return toShelf(shelf, 0, false);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const known = await this.shelves.findByNameKey(userId, shelf.nameKey);
      if (known && isSameSubmit(known, asked, Date.now())) return this.shown(known);
      throw new AppError('SHELVES.NAME_TAKEN', { cause: error });
    }
  }

  /**
   * Changes how a shelf looks or who may see it (ACC-SHELF-10, -11).
   * @throws SHELVES.NOT_FOUND, GENERAL_SHELF, NAME_TAKEN, UNKNOWN_TAG; COMMON.FORBIDDEN for a public shelf of someone else.
   */
  async update(userId: string, name: string, asked: UpdateShelfRequest): Promise<Shelf> {
    const shelf = await this.findOwn(userId, name);
    if (shelf.isGeneral) throw new AppError('SHELVES.GENERAL_SHELF');
    if (asked.name !== undefined && isReservedName(asked.name)) throw new AppError('SHELVES.NAME_TAKEN');
    if (asked.tags) await this.assertCategories(asked.tags);
    try {
      const changed = await this.shelves.update(shelf._id, {
        ...(asked.name === undefined ? {} : { name: asked.name, nameKey: nameKeyOf(asked.name) }),
        ...(asked.description === undefined ? {} : { description: asked.description }),
        ...(asked.icon === undefined ? {} : { icon: asked.icon }),
        ...(asked.is_public === undefined ? {} : { isPublic: asked.is_public }),
        ...(asked.tags === undefined ? {} : { tags: asked.tags }),
        modifiedAt: new Date(),
      });
      if (!changed) throw new AppError('SHELVES.NOT_FOUND');
      return await this.shown(changed);
    } catch (error) {
      throw isDuplicateKey(error) ? new AppError('SHELVES.NAME_TAKEN', { cause: error }) : error;
    }
  }

  /**
   * Takes a shelf away: its documents go to the general shelf, whoever followed it does no more (ACC-SHELF-13, C23).
   * @throws SHELVES.NOT_FOUND, GENERAL_SHELF; COMMON.FORBIDDEN for a public shelf of someone else.
   */
  async delete(userId: string, name: string): Promise<void> {
    const { _id: id, isGeneral } = await this.findOwn(userId, name);
    if (isGeneral) throw new AppError('SHELVES.GENERAL_SHELF');
    const general = await this.ensureGeneral(userId);
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.shelves.hold(id, tx))) throw new AppError('SHELVES.NOT_FOUND');
      await this.placements.moveAll(userId, id, general._id, tx);
      await this.documents.moveOwned(userId, id, general._id, tx);
      await this.subscriptions.removeAllOf(id, tx);
      await this.shelves.remove(id, tx);
    });
  }

  /**
   * A shelf of this user, by id or key. A private shelf of someone else answers as one that is not there.
   * @throws SHELVES.NOT_FOUND, COMMON.FORBIDDEN.
   */
  async findOwn(userId: string, name: string): Promise<ShelfRow> {
    if (name === generalShelfId(userId)) return this.ensureGeneral(userId);
    const shelf = await this.shelves.findByName(name);
    if (!shelf || (shelf.ownerId !== userId && !shelf.isPublic)) throw new AppError('SHELVES.NOT_FOUND');
    if (shelf.ownerId !== userId) throw new AppError('COMMON.FORBIDDEN');
    return shelf;
  }

  /** The shelf every user has, made when it is first needed. Of calls at once one makes it: its id is its owner's. */
  async ensureGeneral(userId: string): Promise<ShelfRow> {
    const id = generalShelfId(userId);
    const known = await this.shelves.findByName(id);
    if (known) return known;
    const looks = { name: GENERAL_SHELF_NAME, description: '', icon: SHELF_ICONS[0] };
    const shelf: ShelfRow = { ...newShelf(userId, looks), _id: id, isGeneral: true };
    try {
      await this.shelves.insert(shelf);
      return shelf;
    } catch (error) {
      const made = isDuplicateKey(error) && (await this.shelves.findByName(id));
      if (!made) throw error;
      return made;
    }
  }

  private async shown(shelf: ShelfRow): Promise<Shelf> {
    const counts = await this.countOwn(shelf.ownerId);
    return toShelf(shelf, counts.get(shelf._id) ?? 0, false);
  }

  private async listSubscribed(userId: string): Promise<Shelf[]> {
    const ids = await this.subscriptions.shelfIdsOf(userId);
    const found = await this.shelves.findByIds(ids);
    const shelves = ids.flatMap(
      (id) => found.find((shelf) => shelf._id === id && shelf.isPublic && shelf.ownerId !== userId) ?? [],
    );
    const counts = await this.countVisible(await this.placements.listOn(shelves), null);
    return shelves.map((shelf) => toShelf(shelf, counts.get(shelf._id) ?? 0, true));
  }

  private async countOwn(userId: string): Promise<Map<string, number>> {
    return this.countVisible(await this.placements.listOf(userId), userId);
  }

  /** How many documents stand on each shelf, of those this reader may know of. */
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

function newShelf(ownerId: string, looks: Pick<ShelfRow, 'name' | 'description' | 'icon'>): ShelfRow {
  const now = new Date();
  return {
    _id: newObjectId(now.getTime()),
    key: publicKey(),
    ownerId,
    name: looks.name,
    nameKey: nameKeyOf(looks.name),
    description: looks.description,
    icon: looks.icon,
    isPublic: false,
    tags: [],
    isGeneral: false,
    writes: 0,
    createdAt: now,
    modifiedAt: now,
  };
}
