import { PlatformModule } from '@hamkhan/platform/platform-module';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CONFIG, type PipelineConfig } from './config.js';
import { MetadataService } from './features/metadata/metadata.service.js';
import { RenderBacklog } from './features/render/render-backlog.service.js';
import { RenderProcessor } from './features/render/render.processor.js';
import { RenderService } from './features/render/render.service.js';
import { PageTaskRepository } from './features/page-tasks/page-task.repository.js';
import { PAGE_TASK, PageTaskSchema } from './features/page-tasks/page-task.schema.js';
import { EditsService } from './features/edits/edits.service.js';
import { ExtractProcessor } from './features/extract/extract.processor.js';
import { ExtractService } from './features/extract/extract.service.js';
import { CostController } from './features/cost/cost.controller.js';
import { CostService } from './features/cost/cost.service.js';
import { BookMemoryService } from './features/glossary/book-memory.service.js';
import { GlossaryController } from './features/glossary/glossary.controller.js';
import { GlossaryRepository } from './features/glossary/glossary.repository.js';
import { TERM, TermSchema } from './features/glossary/glossary.schema.js';
import { GlossaryService } from './features/glossary/glossary.service.js';
import { InspectProcessor } from './features/inspect/inspect.processor.js';
import { InspectService } from './features/inspect/inspect.service.js';
import { PageRepository } from './features/pages/page.repository.js';
import { PAGE, PageSchema } from './features/pages/page.schema.js';
import { RemovalService } from './features/runs/removal.service.js';
import { RunConsumer } from './features/runs/run.consumer.js';
import { RunRepository } from './features/runs/run.repository.js';
import { RUN, RunSchema } from './features/runs/run.schema.js';
import { RunService } from './features/runs/run.service.js';
import { ScheduleService } from './features/scheduling/schedule.service.js';
import { SourceFileService } from './features/source-file/source-file.service.js';
import { SpeechProcessor } from './features/speech/speech.processor.js';
import { SpeechService } from './features/speech/speech.service.js';
import { TranslateProcessor } from './features/translate/translate.processor.js';
import { TranslateStageService } from './features/translate/translate-stage.service.js';
import { TranslationMemoryController } from './features/translation-memory/translation-memory.controller.js';
import { TranslationMemoryRepository } from './features/translation-memory/translation-memory.repository.js';
import {
  CLAIM_MODEL,
  ClaimSchema,
  MEMORY_MODEL,
  MemorySchema,
} from './features/translation-memory/translation-memory.schema.js';
import { TranslationMemory } from './features/translation-memory/translation-memory.service.js';
import { TranslatorController } from './features/translator/translator.controller.js';
import { documentConverterProvider } from './infra/converter/document-converter.provider.js';
import { mp3EncoderProvider, speechEngineProvider } from './infra/speech/speech-engine.provider.js';
import { translatorProvider } from './infra/translator/translator.provider.js';

export const PIPELINE_ROLES = ['serve', 'worker'] as const;
export type PipelineRole = (typeof PIPELINE_ROLES)[number];

/** What both roles have: the truth in MongoDB and the schedule that keeps the queues filled. */
const common: Provider[] = [
  PageRepository,
  RunRepository,
  PageTaskRepository,
  RenderBacklog,
  GlossaryRepository,
  CostService,
  ScheduleService,
  TranslationMemoryRepository,
  {
    provide: TranslationMemory,
    useFactory: (store: TranslationMemoryRepository) => new TranslationMemory(store),
    inject: [TranslationMemoryRepository],
  },
  translatorProvider,
];

/** `serve` takes events and calls; `worker` does the stages. One image, as many workers as there is work. */
const byRole: Record<
  PipelineRole,
  { controllers: NonNullable<DynamicModule['controllers']>; providers: Provider[] }
> = {
  serve: {
    controllers: [
      RunConsumer,
      CostController,
      GlossaryController,
      TranslationMemoryController,
      TranslatorController,
    ],
    providers: [RunService, RemovalService, EditsService, GlossaryService],
  },
  worker: {
    controllers: [],
    providers: [
      SourceFileService,
      documentConverterProvider,
      InspectService,
      InspectProcessor,
      ExtractService,
      ExtractProcessor,
      RenderService,
      RenderProcessor,
      speechEngineProvider,
      mp3EncoderProvider,
      SpeechService,
      SpeechProcessor,
      MetadataService,
      BookMemoryService,
      TranslateStageService,
      TranslateProcessor,
    ],
  },
};

@Module({})
export class AppModule {
  static for(config: PipelineConfig, role: PipelineRole): DynamicModule {
    const { controllers, providers } = byRole[role];
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot({ name: 'pipeline', config, errorStyle: 'status' }),
        MongooseModule.forFeature([
          { name: RUN, schema: RunSchema },
          { name: PAGE, schema: PageSchema },
          { name: PAGE_TASK, schema: PageTaskSchema },
          { name: TERM, schema: TermSchema },
          { name: MEMORY_MODEL, schema: MemorySchema },
          { name: CLAIM_MODEL, schema: ClaimSchema },
        ]),
      ],
      controllers,
      providers: [{ provide: CONFIG, useValue: config }, ...common, ...providers],
    };
  }
}
