import { Injectable } from '@nestjs/common';
import { PageRepository } from '../pages/page.repository.js';
import {
  PageTaskRepository,
  type LeasedPageTask,
  type PageTaskFilter,
} from '../page-tasks/page-task.repository.js';

/** Pages drawn together: starting a converter costs about as much as drawing one. */
const BATCH = 8;

/** Which pages are drawn next. Text goes first: while any waits to be extracted, only covers are drawn. */
@Injectable()
export class RenderBacklog {
  constructor(
    private readonly pages: PageRepository,
    private readonly tasks: PageTaskRepository,
  ) {}

  async count(limit: number): Promise<number> {
    return this.tasks.countAvailable(await this.wanted(), limit);
  }

  async claim(): Promise<LeasedPageTask[]> {
    const filter = await this.wanted();
    return this.tasks.claim(filter, filter.firstPagesOnly ? 1 : BATCH);
  }

  private async wanted(): Promise<PageTaskFilter> {
    const isTextWaiting = (await this.pages.countAvailable(['extract'], 1)) > 0;
    return { kind: 'page-image', firstPagesOnly: isTextWaiting };
  }
}
