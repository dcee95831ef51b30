import { LEASES, LeaseSchema } from '@hamkhan/platform/lease/lease.schema';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CostModule } from '../cost/cost.module.js';
import { PageTasksModule } from '../page-tasks/page-tasks.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { SchedulerService } from './scheduler.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: LEASES, schema: LeaseSchema }]),
    CostModule,
    PageTasksModule,
    PagesModule,
    RunsModule,
  ],
  providers: [SchedulerService],
})
export class SchedulingModule {}
