import { Queues } from '@hamkhan/platform/queue/queues';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InspectService } from './inspect.service.js';

/** Inspections are short and awaited by a person, so two can run at the same time. */
const CONCURRENCY = 2;

@Injectable()
export class InspectProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly service: InspectService,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.open('pipeline.inspect').process(CONCURRENCY, (signal) => this.service.inspectNext(signal));
  }
}
