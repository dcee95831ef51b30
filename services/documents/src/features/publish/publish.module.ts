import { Module } from '@nestjs/common';
import { DocumentModule } from '../document/document.module.js';
import { ReaderModule } from '../reader/reader.module.js';
import { PublishController } from './publish.controller.js';
import { PublishService } from './publish.service.js';

@Module({
  imports: [DocumentModule, ReaderModule],
  controllers: [PublishController],
  providers: [PublishService],
})
export class PublishModule {}
