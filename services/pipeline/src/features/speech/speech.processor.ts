import { Queues } from '@hamkhan/platform/queue/queues';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { SpeechService } from './speech.service.js';

@Injectable()
export class SpeechProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly service: SpeechService,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.queues
      .open('pipeline.speech')
      .process(this.config.SPEECH_CONCURRENCY, (signal) => this.service.synthesizeNext(signal));
  }
}
