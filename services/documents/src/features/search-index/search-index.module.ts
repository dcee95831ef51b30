import { Migrations } from '@hamkhan/platform/migrations';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SearchIndexRepository } from './search-index.repository.js';
import { SEARCH_INDEX, SearchIndexSchema } from './search-index.schema.js';
import { SearchIndexService } from './search-index.service.js';

/** The search index of pages; the page writer updates it. */
@Module({
  imports: [MongooseModule.forFeature([{ name: SEARCH_INDEX, schema: SearchIndexSchema }])],
  providers: [SearchIndexService, SearchIndexRepository],
  exports: [SearchIndexService, SearchIndexRepository],
})
export class SearchIndexModule implements OnModuleInit {
  constructor(
    private readonly migrations: Migrations,
    private readonly index: SearchIndexService,
  ) {}

  onModuleInit(): void {
    this.migrations.add('Index pages that are not in the search index', () => this.index.backfill());
  }
}
