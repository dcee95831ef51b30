import { Module } from '@nestjs/common';
import { ConverterModule } from '../../infra/converter/converter.module.js';
import { MetadataModule } from '../metadata/metadata.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { SourceFileModule } from '../source-file/source-file.module.js';
import { ExtractProcessor } from './extract.processor.js';
import { ExtractService } from './extract.service.js';

@Module({
  imports: [ConverterModule, MetadataModule, PagesModule, RunsModule, SourceFileModule],
  providers: [ExtractService, ExtractProcessor],
})
export class ExtractModule {}
