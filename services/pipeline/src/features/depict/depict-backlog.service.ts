import { Injectable } from '@nestjs/common';
import { PageRepository } from '../pages/page.repository.js';
import { PictureTaskRepository, type LeasedPictureTask } from './picture-task.repository.js';

/** Pages drawn together: starting a converter costs about as much as drawing one. */
const BATCH = 8;

/** Which pages are drawn next. Text goes first: while any waits to be extracted, only covers are drawn. */
@Injectable()
export class DepictBacklog {
  constructor(
    private readonly pages: PageRepository,
    private readonly tasks: PictureTaskRepository,
  ) {}

  async count(limit: number): Promise<number> {
    return this.tasks.countAvailable(await this.isTextWaiting(), limit);
  }

  async claim(): Promise<LeasedPictureTask[]> {
    return this.tasks.claim(await this.isTextWaiting(), BATCH);
  }

  private async isTextWaiting(): Promise<boolean> {
    return (await this.pages.countAvailable(['extract'], 1)) > 0;
  }
}
