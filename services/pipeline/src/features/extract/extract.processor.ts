import { Queues } from '@hamkhan/platform/queue/queues';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { ExtractService } from './extract.service.js';

@Injectable()
export class ExtractProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly service: ExtractService,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.queues
      .open('pipeline.extract')
      .process(this.config.EXTRACT_CONCURRENCY, (signal) => this.service.extractNext(signal));
  }
}
