import { Migrations } from '@hamkhan/platform/migrations';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PagesModule } from '../pages/pages.module.js';
import { RunRepository } from '../runs/run.repository.js';
import { RunsModule } from '../runs/runs.module.js';
import { WorkSignalModule } from '../work-queue/work-signal.module.js';
import { PageImageBacklog } from './page-image-backlog.service.js';
import { PageTaskRepository } from './page-task.repository.js';
import { PAGE_TASK, PageTaskSchema } from './page-task.schema.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: PAGE_TASK, schema: PageTaskSchema }]),
    WorkSignalModule,
    PagesModule,
    RunsModule,
  ],
  providers: [PageTaskRepository, PageImageBacklog],
  exports: [PageTaskRepository, PageImageBacklog],
})
export class PageTasksModule implements OnModuleInit {
  constructor(
    private readonly migrations: Migrations,
    private readonly tasks: PageTaskRepository,
    private readonly runs: RunRepository,
  ) {}

  onModuleInit(): void {
    this.migrations.add('Add the owner to page tasks', () =>
      this.tasks.addOwners(async (documentId) => (await this.runs.find(documentId))?.ownerId ?? null),
    );
  }
}
