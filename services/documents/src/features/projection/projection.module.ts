import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { PageWordsModule } from '../document-search/page-words.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { ProjectionConsumer } from './projection.consumer.js';
import { ProjectionService } from './projection.service.js';

@Module({
  imports: [DocumentModule, NotesModule, PageWordsModule],
  controllers: [ProjectionConsumer],
  providers: [ProjectionService],
})
export class ProjectionModule {}
