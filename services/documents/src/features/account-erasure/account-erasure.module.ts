import { LEASES, LeaseSchema } from '@hamkhan/platform/lease/lease.schema';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountExportModule } from '../account-export/account-export.module.js';
import { DocumentModule } from '../document/document.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { ReaderModule } from '../reader/reader.module.js';
import { RemovalModule } from '../removal/removal.module.js';
import { ShelfModule } from '../shelf/shelf.module.js';
import { SuggestionModule } from '../suggestion/suggestion.module.js';
import { AccountErasureConsumer } from './account-erasure.consumer.js';
import { AccountErasureService } from './account-erasure.service.js';
import { ErasureTask } from './erasure-task.js';
import { ERASURES, ErasureSchema } from './erasure.schema.js';
import { ErasuresRepository } from './erasures.repository.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: ERASURES, schema: ErasureSchema },
      { name: LEASES, schema: LeaseSchema },
    ]),
    AccountExportModule,
    DocumentModule,
    NotesModule,
    ReaderModule,
    RemovalModule,
    ShelfModule,
    SuggestionModule,
  ],
  controllers: [AccountErasureConsumer],
  providers: [AccountErasureService, ErasureTask, ErasuresRepository],
})
export class AccountErasureModule {}
