import { Module } from '@nestjs/common';
import { SourceFileService } from './source-file.service.js';

@Module({
  providers: [SourceFileService],
  exports: [SourceFileService],
})
export class SourceFileModule {}
