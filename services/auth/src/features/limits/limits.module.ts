import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { COUNTER, CounterSchema } from './counter.schema.js';
import { CountersRepository } from './counters.repository.js';
import { LimitsService } from './limits.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: COUNTER, schema: CounterSchema }])],
  providers: [CountersRepository, LimitsService],
  exports: [LimitsService],
})
export class LimitsModule {}
