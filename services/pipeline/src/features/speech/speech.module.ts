import { Module } from '@nestjs/common';
import { SpeechEngineModule } from '../../infra/speech/speech-engine.module.js';
import { PageTasksModule } from '../page-tasks/page-tasks.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { SpeechProcessor } from './speech.processor.js';
import { SpeechService } from './speech.service.js';

@Module({
  imports: [SpeechEngineModule, PageTasksModule, PagesModule],
  providers: [SpeechService, SpeechProcessor],
})
export class SpeechModule {}
