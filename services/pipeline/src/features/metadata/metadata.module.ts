import { Module } from '@nestjs/common';
import { RunsModule } from '../runs/runs.module.js';
import { MetadataService } from './metadata.service.js';

@Module({
  imports: [RunsModule],
  providers: [MetadataService],
  exports: [MetadataService],
})
export class MetadataModule {}
