import { Module } from '@nestjs/common';
import { ConverterModule } from '../../infra/converter/converter.module.js';
import { PageTasksModule } from '../page-tasks/page-tasks.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { SourceFileModule } from '../source-file/source-file.module.js';
import { RenderProcessor } from './render.processor.js';
import { RenderService } from './render.service.js';

@Module({
  imports: [ConverterModule, PageTasksModule, PagesModule, RunsModule, SourceFileModule],
  providers: [RenderService, RenderProcessor],
})
export class RenderModule {}
