import { Queues } from '@hamkhan/platform/queue/queues';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { DepictService } from './depict.service.js';

@Injectable()
export class DepictProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly service: DepictService,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.queues
      .open('pipeline.depict')
      .process(this.config.DEPICT_CONCURRENCY, (_permit, signal) => this.service.depictNext(signal));
  }
}
