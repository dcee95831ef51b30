import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { SearchIndexModule } from '../search-index/search-index.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { PageWriter } from './page-writer.service.js';

@Module({
  imports: [DocumentModule, NotesModule, SearchIndexModule],
  providers: [PageWriter],
  exports: [PageWriter],
})
export class PageStateModule {}
