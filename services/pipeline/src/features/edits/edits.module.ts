import { Module } from '@nestjs/common';
import { GlossaryModule } from '../glossary/glossary.module.js';
import { PageTasksModule } from '../page-tasks/page-tasks.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { TranslationMemoryModule } from '../translation-memory/translation-memory.module.js';
import { EditsService } from './edits.service.js';

@Module({
  imports: [GlossaryModule, PageTasksModule, PagesModule, RunsModule, TranslationMemoryModule],
  providers: [EditsService],
  exports: [EditsService],
})
export class EditsModule {}
