import { PlatformModule } from '@hamkhan/platform/platform-module';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { PipelineConfig } from './config.js';
import { ConfigModule } from './config.module.js';
import { CostModule } from './features/cost/cost.module.js';
import { DocumentEventsModule } from './features/document-events/document-events.module.js';
import { ExtractModule } from './features/extract/extract.module.js';
import { GlossaryModule } from './features/glossary/glossary.module.js';
import { InspectModule } from './features/inspect/inspect.module.js';
import { RenderModule } from './features/render/render.module.js';
import { SchedulingModule } from './features/scheduling/scheduling.module.js';
import { SpeechModule } from './features/speech/speech.module.js';
import { TranslateModule } from './features/translate/translate.module.js';
import { TranslationMemoryModule } from './features/translation-memory/translation-memory.module.js';
import { TranslatorStatusModule } from './features/translator-status/translator-status.module.js';

export const PIPELINE_ROLES = ['serve', 'worker'] as const;
export type PipelineRole = (typeof PIPELINE_ROLES)[number];

/** `serve` handles events and HTTP requests; `worker` runs the stages. One image, with as many workers as needed. */
const FEATURES: Readonly<Record<PipelineRole, readonly Type[]>> = {
  serve: [
    CostModule,
    DocumentEventsModule,
    GlossaryModule,
    SchedulingModule,
    TranslationMemoryModule,
    TranslatorStatusModule,
  ],
  worker: [ExtractModule, InspectModule, RenderModule, SchedulingModule, SpeechModule, TranslateModule],
};

@Module({})
export class AppModule {
  static for(config: PipelineConfig, role: PipelineRole): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot({ name: 'pipeline', config, errorStyle: 'status' }),
        ConfigModule.for(config),
        ...FEATURES[role],
      ],
    };
  }
}
