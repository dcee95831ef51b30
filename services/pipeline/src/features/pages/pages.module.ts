import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { WorkSignalModule } from '../work-queue/work-signal.module.js';
import { PageContentRepository } from './page-content.repository.js';
import { PageCostRepository } from './page-cost.repository.js';
import { PageQueueRepository } from './page-queue.repository.js';
import { PageWorkRepository } from './page-work.repository.js';
import { PAGE, PageSchema } from './page.schema.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: PAGE, schema: PageSchema }]), WorkSignalModule],
  providers: [PageWorkRepository, PageQueueRepository, PageContentRepository, PageCostRepository],
  exports: [PageWorkRepository, PageQueueRepository, PageContentRepository, PageCostRepository],
})
export class PagesModule {}
