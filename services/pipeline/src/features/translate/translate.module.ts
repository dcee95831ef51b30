import { Module } from '@nestjs/common';
import { TranslatorModule } from '../../infra/translator/translator.module.js';
import { CostModule } from '../cost/cost.module.js';
import { GlossaryModule } from '../glossary/glossary.module.js';
import { PageTasksModule } from '../page-tasks/page-tasks.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { TranslationMemoryModule } from '../translation-memory/translation-memory.module.js';
import { TranslateStageProcessor } from './translate-stage.processor.js';
import { TranslateStageService } from './translate-stage.service.js';

@Module({
  imports: [
    TranslatorModule,
    CostModule,
    GlossaryModule,
    PageTasksModule,
    PagesModule,
    RunsModule,
    TranslationMemoryModule,
  ],
  providers: [TranslateStageService, TranslateStageProcessor],
})
export class TranslateModule {}
