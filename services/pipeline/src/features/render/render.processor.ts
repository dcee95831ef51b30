import { Queues } from '@hamkhan/platform/queue/queues';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { RenderService } from './render.service.js';

@Injectable()
export class RenderProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly service: RenderService,
    @Inject(CONFIG) private readonly config: PipelineConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.queues
      .open('pipeline.page-images')
      .process(this.config.RENDER_CONCURRENCY, (signal) => this.service.renderNext(signal));
  }
}
