import { Module } from '@nestjs/common';
import { ReaderModule } from '../reader/reader.module.js';
import { DocumentSearchController } from './document-search.controller.js';
import { DocumentSearchService } from './document-search.service.js';
import { PageWordsModule } from './page-words.module.js';

@Module({
  imports: [ReaderModule, PageWordsModule],
  controllers: [DocumentSearchController],
  providers: [DocumentSearchService],
})
export class DocumentSearchModule {}
