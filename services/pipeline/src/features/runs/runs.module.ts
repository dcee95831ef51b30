import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { WorkSignalModule } from '../work-queue/work-signal.module.js';
import { RunRepository } from './run.repository.js';
import { RUN, RunSchema } from './run.schema.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: RUN, schema: RunSchema }]), WorkSignalModule],
  providers: [RunRepository],
  exports: [RunRepository],
})
export class RunsModule {}
