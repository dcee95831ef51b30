import { Queues } from '@hamkhan/platform/queue/queues';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { TranslateStageService } from './translate-stage.service.js';

@Injectable()
export class TranslateStageProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly service: TranslateStageService,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.queues
      .open('pipeline.translate')
      .process(this.config.TRANSLATE_CONCURRENCY, (signal) => this.service.translateNext(signal));
  }
}
