import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DocumentModule } from '../document/document.module.js';
import { SearchIndexModule } from '../search-index/search-index.module.js';
import { MediaFilesModule } from '../media-files/media-files.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { ReaderModule } from '../reader/reader.module.js';
import { ShelfModule } from '../shelf/shelf.module.js';
import { SuggestionModule } from '../suggestion/suggestion.module.js';
import { RemovalController } from './removal.controller.js';
import { RemovalService } from './removal.service.js';
import { RemovedFilesRepository } from './removed-files.repository.js';
import { REMOVED_FILES, RemovedFilesSchema } from './removed-files.schema.js';
import { RemovedFiles } from './removed-files.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: REMOVED_FILES, schema: RemovedFilesSchema }]),
    DocumentModule,
    SearchIndexModule,
    MediaFilesModule,
    NotesModule,
    ReaderModule,
    ShelfModule,
    SuggestionModule,
  ],
  controllers: [RemovalController],
  providers: [RemovalService, RemovedFiles, RemovedFilesRepository],
  exports: [RemovalService, RemovedFiles],
})
export class RemovalModule {}
