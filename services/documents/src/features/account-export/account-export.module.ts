import { KnownUsersModule } from '@hamkhan/platform/known-users/known-users.module';
import { LEASES, LeaseSchema } from '@hamkhan/platform/lease/lease.schema';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DocumentModule } from '../document/document.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { ReaderModule } from '../reader/reader.module.js';
import { ShelfModule } from '../shelf/shelf.module.js';
import { SuggestionModule } from '../suggestion/suggestion.module.js';
import { AccountExportController } from './account-export.controller.js';
import { AccountExportService } from './account-export.service.js';
import { ExportContent } from './export-content.service.js';
import { ExportTask } from './export-task.js';
import { EXPORTS, ExportSchema } from './export.schema.js';
import { ExportsRepository } from './exports.repository.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: EXPORTS, schema: ExportSchema },
      { name: LEASES, schema: LeaseSchema },
    ]),
    KnownUsersModule,
    DocumentModule,
    NotesModule,
    ReaderModule,
    ShelfModule,
    SuggestionModule,
  ],
  controllers: [AccountExportController],
  providers: [AccountExportService, ExportContent, ExportTask, ExportsRepository],
  exports: [ExportsRepository],
})
export class AccountExportModule {}
