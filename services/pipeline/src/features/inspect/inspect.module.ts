import { Module } from '@nestjs/common';
import { ConverterModule } from '../../infra/converter/converter.module.js';
import { CostModule } from '../cost/cost.module.js';
import { MetadataModule } from '../metadata/metadata.module.js';
import { PageTasksModule } from '../page-tasks/page-tasks.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { SourceFileModule } from '../source-file/source-file.module.js';
import { InspectProcessor } from './inspect.processor.js';
import { InspectService } from './inspect.service.js';

@Module({
  imports: [
    ConverterModule,
    CostModule,
    MetadataModule,
    PageTasksModule,
    PagesModule,
    RunsModule,
    SourceFileModule,
  ],
  providers: [InspectService, InspectProcessor],
})
export class InspectModule {}
