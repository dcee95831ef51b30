import { Injectable } from '@nestjs/common';
import { PageQueueRepository } from '../pages/page-queue.repository.js';
import { PageTaskRepository, type LeasedPageTask, type PageTaskFilter } from './page-task.repository.js';

/** Pages of a batch: starting a converter costs about as much as rendering a page. */
const BATCH = 8;

/**
 * Chooses the pages to render next. While text of an owner waits to be extracted, only covers and pages that a reader has open are
 * rendered for that owner.
 */
@Injectable()
export class PageImageBacklog {
  constructor(
    private readonly queue: PageQueueRepository,
    private readonly tasks: PageTaskRepository,
  ) {}

  async count(limit: number): Promise<number> {
    return this.tasks.countAvailable(await this.filter(), limit);
  }

  async claim(): Promise<LeasedPageTask[]> {
    return this.tasks.claim(await this.filter(), BATCH);
  }

  private async filter(): Promise<PageTaskFilter> {
    return { kind: 'page-image', urgentOnlyOf: await this.queue.ownersOf('extract') };
  }
}
