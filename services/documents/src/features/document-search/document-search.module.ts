import { Module } from '@nestjs/common';
import { ReaderModule } from '../reader/reader.module.js';
import { DocumentSearchController } from './document-search.controller.js';
import { DocumentSearchService } from './document-search.service.js';
import { SearchLimit } from './search-limit.service.js';
import { SearchIndexModule } from '../search-index/search-index.module.js';

@Module({
  imports: [ReaderModule, SearchIndexModule],
  controllers: [DocumentSearchController],
  providers: [DocumentSearchService, SearchLimit],
})
export class DocumentSearchModule {}
