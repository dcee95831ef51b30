import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PagesModule } from '../pages/pages.module.js';
import { WorkSignalModule } from '../work-queue/work-signal.module.js';
import { PageImageBacklog } from './page-image-backlog.service.js';
import { PageTaskRepository } from './page-task.repository.js';
import { PAGE_TASK, PageTaskSchema } from './page-task.schema.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: PAGE_TASK, schema: PageTaskSchema }]),
    WorkSignalModule,
    PagesModule,
  ],
  providers: [PageTaskRepository, PageImageBacklog],
  exports: [PageTaskRepository, PageImageBacklog],
})
export class PageTasksModule {}
