import type {
  PublicShelfDocumentsResponse,
  PublicShelfResponse,
  SubscriptionResponse,
} from '@hamkhan/contracts/http/shelves';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  publicShelfRoute,
  listPublicShelfDocumentsRoute,
  subscribeToShelfRoute,
  unsubscribeFromShelfRoute,
} from '@hamkhan/contracts/routes/public-shelves';
import { OptionalUser, CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { PublicShelfService } from './public-shelf.service.js';

/** Public shelves, for everyone with their link (ACC-PUBSHELF). */
@Controller()
export class PublicShelfController {
  constructor(private readonly shelves: PublicShelfService) {}

  @Endpoint(publicShelfRoute)
  get(
    @Input() { params: { shelfId } }: Input<typeof publicShelfRoute>,
    @OptionalUser() reader: Identity | null,
  ): Promise<PublicShelfResponse> {
    return this.shelves.get(shelfId, reader?.userId ?? null);
  }

  @Endpoint(listPublicShelfDocumentsRoute)
  documents(
    @Input() { params: { shelfId }, query }: Input<typeof listPublicShelfDocumentsRoute>,
  ): Promise<PublicShelfDocumentsResponse> {
    return this.shelves.listDocuments(shelfId, query);
  }

  @Endpoint(subscribeToShelfRoute)
  async subscribe(
    @Input() { params: { shelfId } }: Input<typeof subscribeToShelfRoute>,
    @CurrentUser() user: Identity,
  ): Promise<SubscriptionResponse> {
    await this.shelves.subscribe(user.userId, shelfId);
    return { status: 'success', is_subscribed: true };
  }

  @Endpoint(unsubscribeFromShelfRoute)
  async unsubscribe(
    @Input() { params: { shelfId } }: Input<typeof unsubscribeFromShelfRoute>,
    @CurrentUser() user: Identity,
  ): Promise<SubscriptionResponse> {
    await this.shelves.unsubscribe(user.userId, shelfId);
    return { status: 'success', is_subscribed: false };
  }
}
