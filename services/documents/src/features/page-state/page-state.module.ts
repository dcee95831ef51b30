import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { PageWordsModule } from '../document-search/page-words.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { PageWriter } from './page-writer.service.js';

@Module({
  imports: [DocumentModule, NotesModule, PageWordsModule],
  providers: [PageWriter],
  exports: [PageWriter],
})
export class PageStateModule {}
