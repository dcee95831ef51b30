import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { RowLease } from '../work-queue/row-lease.js';
import { PAGE, type PageRow, type PageStage } from './page.schema.js';

/** Reads which pages of an owner can be claimed now. */
@Injectable()
export class PageQueueRepository {
  private readonly leases: RowLease<PageRow>;

  constructor(@InjectModel(PAGE) private readonly pages: Model<PageRow>) {
    this.leases = new RowLease(pages);
  }

  /** The owners of available pages of a stage. It reads one entry of the index for each owner. */
  ownersOf(stage: PageStage): Promise<string[]> {
    return this.pages.distinct('ownerId', { stage, ...this.leases.available() }).exec();
  }

  /** Whether the first page of another document of the same owner waits in the same stage. */
  async hasOtherFirstPage({
    ownerId,
    documentId,
    stage,
  }: Pick<PageRow, 'ownerId' | 'documentId' | 'stage'>): Promise<boolean> {
    const other = { documentId: { $ne: documentId }, rank: 0, ...this.leases.available() };
    return (await this.pages.exists({ stage, ownerId, ...other })) !== null;
  }
}
