import { Module } from '@nestjs/common';
import { EditsModule } from '../edits/edits.module.js';
import { GlossaryModule } from '../glossary/glossary.module.js';
import { PageTasksModule } from '../page-tasks/page-tasks.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { TranslationMemoryModule } from '../translation-memory/translation-memory.module.js';
import { DocumentEventsConsumer } from './document-events.consumer.js';
import { DocumentEventsService } from './document-events.service.js';
import { RemovalService } from './removal.service.js';

@Module({
  imports: [EditsModule, GlossaryModule, PageTasksModule, PagesModule, RunsModule, TranslationMemoryModule],
  controllers: [DocumentEventsConsumer],
  providers: [DocumentEventsService, RemovalService],
})
export class DocumentEventsModule {}
