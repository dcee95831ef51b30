import { Queues } from '@hamkhan/platform/queue/queues';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InspectService } from './inspect.service.js';

/** Inspecting is short and a person waits for its answer: two at once beside whatever else runs. */
const CONCURRENCY = 2;

@Injectable()
export class InspectProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly service: InspectService,
  ) {}

  onApplicationBootstrap(): void {
    this.queues
      .open('pipeline.inspect')
      .process(CONCURRENCY, (_job, signal) => this.service.inspectNext(signal));
  }
}
