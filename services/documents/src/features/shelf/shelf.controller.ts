import {
  CreateShelfRequest,
  MoveToShelfRequest,
  ReorderShelfRequest,
  ShelfDocumentRequest,
  ShelfListQuery,
  UpdateShelfRequest,
  type DocumentMovedResponse,
  type ShelfDoneResponse,
  type ShelfListResponse,
  type ShelfResponse,
} from '@hamkhan/contracts/http/shelves';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { PlacementService } from './placement.service.js';
import { ShelfService } from './shelf.service.js';

/** A user's own shelves and what stands on them (ACC-SHELF). */
@Controller('api/document/user')
@Access('user')
export class ShelfController {
  constructor(
    private readonly shelves: ShelfService,
    private readonly placements: PlacementService,
  ) {}

  @Get('shelf/list/')
  list(
    @Query(new ZodPipe(ShelfListQuery)) query: ShelfListQuery,
    @CurrentUser() user: Identity,
  ): Promise<ShelfListResponse> {
    return this.shelves.list(user.userId, query.with_subscribed === 'true');
  }

  @Post('shelf/create/')
  @HttpCode(200)
  async create(
    @Body(new ZodPipe(CreateShelfRequest)) body: CreateShelfRequest,
    @CurrentUser() user: Identity,
  ): Promise<ShelfResponse> {
    return { status: 'success', shelf: await this.shelves.create(user.userId, body) };
  }

  @Post('shelf/:shelfId/update/')
  @HttpCode(200)
  async update(
    @Param('shelfId') shelfId: string,
    @Body(new ZodPipe(UpdateShelfRequest)) body: UpdateShelfRequest,
    @CurrentUser() user: Identity,
  ): Promise<ShelfResponse> {
    return { status: 'success', shelf: await this.shelves.update(user.userId, shelfId, body) };
  }

  @Delete('shelf/:shelfId/delete/')
  async delete(@Param('shelfId') shelfId: string, @CurrentUser() user: Identity): Promise<ShelfDoneResponse> {
    await this.shelves.delete(user.userId, shelfId);
    return { status: 'success' };
  }

  @Post('shelf/:shelfId/reorder/')
  @HttpCode(200)
  async reorder(
    @Param('shelfId') shelfId: string,
    @Body(new ZodPipe(ReorderShelfRequest)) body: ReorderShelfRequest,
    @CurrentUser() user: Identity,
  ): Promise<ShelfDoneResponse> {
    await this.placements.reorder(user.userId, shelfId, body.document_ids);
    return { status: 'success' };
  }

  @Post('shelf/:shelfId/add-document/')
  @HttpCode(200)
  async addDocument(
    @Param('shelfId') shelfId: string,
    @Body(new ZodPipe(ShelfDocumentRequest)) body: ShelfDocumentRequest,
    @CurrentUser() user: Identity,
  ): Promise<DocumentMovedResponse> {
    return { status: 'success', shelf_id: await this.placements.move(user, body.document_id, shelfId) };
  }

  /** The path is given so, with the shelf's id where a document's would be expected (G34). */
  @Post('document/:shelfId/remove-document/')
  @HttpCode(200)
  async removeDocument(
    @Param('shelfId') shelfId: string,
    @Body(new ZodPipe(ShelfDocumentRequest)) body: ShelfDocumentRequest,
    @CurrentUser() user: Identity,
  ): Promise<DocumentMovedResponse> {
    return { status: 'success', shelf_id: await this.placements.remove(user, body.document_id, shelfId) };
  }

  @Post('document/:documentId/move-to-shelf/')
  @HttpCode(200)
  async moveToShelf(
    @Param('documentId') documentId: string,
    @Body(new ZodPipe(MoveToShelfRequest)) body: MoveToShelfRequest,
    @CurrentUser() user: Identity,
  ): Promise<DocumentMovedResponse> {
    return { status: 'success', shelf_id: await this.placements.move(user, documentId, body.shelf_id) };
  }
}
