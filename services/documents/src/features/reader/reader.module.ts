import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { ShelfModule } from '../shelf/shelf.module.js';
import { DeliveryService } from './delivery.service.js';
import { DocumentRecords } from './document-records.js';
import { ReaderPositionService } from './reader-position.service.js';
import { ReaderService } from './reader.service.js';

@Module({
  imports: [DocumentModule, ShelfModule],
  providers: [ReaderService, DeliveryService, DocumentRecords, ReaderPositionService],
  exports: [ReaderService, DocumentRecords],
})
export class ReaderModule {}
