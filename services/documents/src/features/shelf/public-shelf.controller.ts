import {
  PublicShelfDocumentsQuery,
  type PublicShelfDocumentsResponse,
  type PublicShelfResponse,
  type SubscriptionResponse,
} from '@hamkhan/contracts/http/shelves';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, OptionalUser, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { PublicShelfService } from './public-shelf.service.js';

/** Shelves as anyone with their link sees them (ACC-PUBSHELF). */
@Controller('api/document/shelf/public')
export class PublicShelfController {
  constructor(private readonly shelves: PublicShelfService) {}

  @Get(':shelfId/')
  @Access('guest')
  get(
    @Param('shelfId') shelfId: string,
    @OptionalUser() reader: Identity | null,
  ): Promise<PublicShelfResponse> {
    return this.shelves.get(shelfId, reader?.userId ?? null);
  }

  @Get(':shelfId/documents/')
  @Access('guest')
  documents(
    @Param('shelfId') shelfId: string,
    @Query(new ZodPipe(PublicShelfDocumentsQuery)) query: PublicShelfDocumentsQuery,
  ): Promise<PublicShelfDocumentsResponse> {
    return this.shelves.listDocuments(shelfId, query);
  }

  @Post(':shelfId/subscribe/')
  @HttpCode(200)
  @Access('user')
  async subscribe(
    @Param('shelfId') shelfId: string,
    @CurrentUser() user: Identity,
  ): Promise<SubscriptionResponse> {
    await this.shelves.subscribe(user.userId, shelfId);
    return { status: 'success', is_subscribed: true };
  }

  @Post(':shelfId/unsubscribe/')
  @HttpCode(200)
  @Access('user')
  async unsubscribe(
    @Param('shelfId') shelfId: string,
    @CurrentUser() user: Identity,
  ): Promise<SubscriptionResponse> {
    await this.shelves.unsubscribe(user.userId, shelfId);
    return { status: 'success', is_subscribed: false };
  }
}
