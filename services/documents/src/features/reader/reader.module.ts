import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DocumentModule } from '../document/document.module.js';
import { ShelfModule } from '../shelf/shelf.module.js';
import { DeliveryService } from './delivery.service.js';
import { DocumentCache } from './document-cache.js';
import { ReaderPositionService } from './reader-position.service.js';
import { ReaderService } from './reader.service.js';
import { ReadingController } from './reading.controller.js';
import { ReadingRepository } from './reading.repository.js';
import { READINGS, ReadingSchema, REPORTS, ReportSchema, VIEWS, ViewSchema } from './reading.schema.js';
import { ReadingService } from './reading.service.js';

@Module({
  imports: [
    DocumentModule,
    ShelfModule,
    MongooseModule.forFeature([
      { name: READINGS, schema: ReadingSchema },
      { name: VIEWS, schema: ViewSchema },
      { name: REPORTS, schema: ReportSchema },
    ]),
  ],
  controllers: [ReadingController],
  providers: [
    ReaderService,
    ReadingService,
    ReadingRepository,
    DeliveryService,
    DocumentCache,
    ReaderPositionService,
  ],
  exports: [ReaderService, ReadingService, ReadingRepository, DocumentCache, DeliveryService],
})
export class ReaderModule {}
