import { Injectable } from '@nestjs/common';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { PageTaskRepository, type LeasedPageTask, type PageTaskFilter } from './page-task.repository.js';

/** Pages of a batch: starting a converter costs about as much as rendering a page. */
const BATCH = 8;

/** Chooses the pages to render next. While text waits to be extracted, only covers are rendered. */
@Injectable()
export class PageImageBacklog {
  constructor(
    private readonly pages: PageWorkRepository,
    private readonly tasks: PageTaskRepository,
  ) {}

  async count(limit: number): Promise<number> {
    return this.tasks.countAvailable(await this.filter(), limit);
  }

  async claim(): Promise<LeasedPageTask[]> {
    const filter = await this.filter();
    return this.tasks.claim(filter, filter.firstPagesOnly ? 1 : BATCH);
  }

  private async filter(): Promise<PageTaskFilter> {
    const isTextWaiting = (await this.pages.countAvailable(['extract'], 1)) > 0;
    return { kind: 'page-image', firstPagesOnly: isTextWaiting };
  }
}
