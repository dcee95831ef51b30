import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { TranslatorModule } from '../../infra/translator/translator.module.js';
import { CostModule } from '../cost/cost.module.js';
import { MetadataModule } from '../metadata/metadata.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { BookMemoryService } from './book-memory.service.js';
import { GlossaryController } from './glossary.controller.js';
import { GlossaryRepository } from './glossary.repository.js';
import { TERM, TermSchema } from './glossary.schema.js';
import { GlossaryService } from './glossary.service.js';
import { TermSearchService } from './term-search.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: TERM, schema: TermSchema }]),
    TranslatorModule,
    CostModule,
    MetadataModule,
    PagesModule,
    RunsModule,
  ],
  controllers: [GlossaryController],
  providers: [GlossaryRepository, GlossaryService, BookMemoryService, TermSearchService],
  exports: [GlossaryRepository, BookMemoryService],
})
export class GlossaryModule {}
