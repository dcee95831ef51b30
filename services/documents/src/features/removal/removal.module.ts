import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { SearchIndexModule } from '../search-index/search-index.module.js';
import { MediaFilesModule } from '../media-files/media-files.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { ReaderModule } from '../reader/reader.module.js';
import { ShelfModule } from '../shelf/shelf.module.js';
import { SuggestionModule } from '../suggestion/suggestion.module.js';
import { RemovalController } from './removal.controller.js';
import { RemovalService } from './removal.service.js';

@Module({
  imports: [
    DocumentModule,
    SearchIndexModule,
    MediaFilesModule,
    NotesModule,
    ReaderModule,
    ShelfModule,
    SuggestionModule,
  ],
  controllers: [RemovalController],
  providers: [RemovalService],
})
export class RemovalModule {}
