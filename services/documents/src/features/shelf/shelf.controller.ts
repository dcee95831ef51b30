import type {
  DocumentMovedResponse,
  ShelfDoneResponse,
  ShelfListResponse,
  ShelfResponse,
} from '@hamkhan/contracts/http/shelves';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  listShelvesRoute,
  createShelfRoute,
  updateShelfRoute,
  deleteShelfRoute,
  reorderShelfRoute,
  addToShelfRoute,
  removeFromShelfRoute,
  moveToShelfRoute,
} from '@hamkhan/contracts/routes/shelves';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { PlacementService } from './placement.service.js';
import { ShelfService } from './shelf.service.js';

/** A user's own shelves and their documents (ACC-SHELF). */
@Controller()
export class ShelfController {
  constructor(
    private readonly shelves: ShelfService,
    private readonly placements: PlacementService,
  ) {}

  @Endpoint(listShelvesRoute)
  list(
    @Input() { query }: Input<typeof listShelvesRoute>,
    @CurrentUser() user: Identity,
  ): Promise<ShelfListResponse> {
    return this.shelves.list(user.userId, query.with_subscribed === 'true');
  }

  @Endpoint(createShelfRoute)
  async create(
    @Input() { body }: Input<typeof createShelfRoute>,
    @CurrentUser() user: Identity,
  ): Promise<ShelfResponse> {
    return { status: 'success', shelf: await this.shelves.create(user.userId, body) };
  }

  @Endpoint(updateShelfRoute)
  async update(
    @Input() { params: { shelfId }, body }: Input<typeof updateShelfRoute>,
    @CurrentUser() user: Identity,
  ): Promise<ShelfResponse> {
    return { status: 'success', shelf: await this.shelves.update(user.userId, shelfId, body) };
  }

  @Endpoint(deleteShelfRoute)
  async delete(
    @Input() { params: { shelfId } }: Input<typeof deleteShelfRoute>,
    @CurrentUser() user: Identity,
  ): Promise<ShelfDoneResponse> {
    await this.shelves.delete(user.userId, shelfId);
    return { status: 'success' };
  }

  @Endpoint(reorderShelfRoute)
  async reorder(
    @Input() { params: { shelfId }, body }: Input<typeof reorderShelfRoute>,
    @CurrentUser() user: Identity,
  ): Promise<ShelfDoneResponse> {
    await this.placements.reorder(user.userId, shelfId, body.document_ids);
    return { status: 'success' };
  }

  @Endpoint(addToShelfRoute)
  async addDocument(
    @Input() { params: { shelfId }, body }: Input<typeof addToShelfRoute>,
    @CurrentUser() user: Identity,
  ): Promise<DocumentMovedResponse> {
    return { status: 'success', shelf_id: await this.placements.move(user, body.document_id, shelfId) };
  }

  /** The contract defines this path with the id of the shelf, not of a document (G34). */
  @Endpoint(removeFromShelfRoute)
  async removeDocument(
    @Input() { params: { shelfId }, body }: Input<typeof removeFromShelfRoute>,
    @CurrentUser() user: Identity,
  ): Promise<DocumentMovedResponse> {
    return { status: 'success', shelf_id: await this.placements.remove(user, body.document_id, shelfId) };
  }

  @Endpoint(moveToShelfRoute)
  async moveToShelf(
    @Input() { params: { documentId }, body }: Input<typeof moveToShelfRoute>,
    @CurrentUser() user: Identity,
  ): Promise<DocumentMovedResponse> {
    return { status: 'success', shelf_id: await this.placements.move(user, documentId, body.shelf_id) };
  }
}
