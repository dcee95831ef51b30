import { Module } from '@nestjs/common';
import { WorkSignal } from './work-signal.js';

@Module({
  providers: [WorkSignal],
  exports: [WorkSignal],
})
export class WorkSignalModule {}
