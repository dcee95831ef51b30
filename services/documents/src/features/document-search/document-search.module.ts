import { Module } from '@nestjs/common';
import { ReaderModule } from '../reader/reader.module.js';
import { DocumentSearchController } from './document-search.controller.js';
import { DocumentSearchService } from './document-search.service.js';
import { SearchIndexModule } from '../search-index/search-index.module.js';

@Module({
  imports: [ReaderModule, SearchIndexModule],
  controllers: [DocumentSearchController],
  providers: [DocumentSearchService],
})
export class DocumentSearchModule {}
