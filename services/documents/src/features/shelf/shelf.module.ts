import { Migrations } from '@hamkhan/platform/migrations';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DocumentModule } from '../document/document.module.js';
import { TagModule } from '../tag/tag.module.js';
import { DocumentListing } from './document-listing.js';
import { PlacementRepository } from './placement.repository.js';
import { PLACEMENTS, PlacementSchema } from './placement.schema.js';
import { PlacementService } from './placement.service.js';
import { PublicShelfController } from './public-shelf.controller.js';
import { PublicShelfService } from './public-shelf.service.js';
import { ShelfController } from './shelf.controller.js';
import { ShelfRepository } from './shelf.repository.js';
import { SHELVES, ShelfSchema } from './shelf.schema.js';
import { ShelfService } from './shelf.service.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { SUBSCRIPTIONS, SubscriptionSchema } from './subscription.schema.js';

@Module({
  imports: [
    DocumentModule,
    TagModule,
    MongooseModule.forFeature([
      { name: SHELVES, schema: ShelfSchema },
      { name: PLACEMENTS, schema: PlacementSchema },
      { name: SUBSCRIPTIONS, schema: SubscriptionSchema },
    ]),
  ],
  controllers: [ShelfController, PublicShelfController],
  providers: [
    ShelfService,
    ShelfRepository,
    PlacementService,
    PlacementRepository,
    PublicShelfService,
    SubscriptionRepository,
    DocumentListing,
  ],
  exports: [ShelfService, PlacementService, PlacementRepository, DocumentListing],
})
export class ShelfModule implements OnModuleInit {
  constructor(
    private readonly migrations: Migrations,
    private readonly placements: PlacementService,
  ) {}

  onModuleInit(): void {
    this.migrations.add('Put uploads without a shelf on the general shelf', () =>
      this.placements.placeUnshelvedDocuments(),
    );
  }
}
