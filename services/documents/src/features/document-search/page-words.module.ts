import { Migrations } from '@hamkhan/platform/migrations';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PageWordsRepository } from './page-words.repository.js';
import { PAGE_WORDS, PageWordsSchema } from './page-words.schema.js';
import { PageWordsService } from './page-words.service.js';

/** The words of pages: whoever writes a page keeps them. */
@Module({
  imports: [MongooseModule.forFeature([{ name: PAGE_WORDS, schema: PageWordsSchema }])],
  providers: [PageWordsService, PageWordsRepository],
  exports: [PageWordsService, PageWordsRepository],
})
export class PageWordsModule implements OnModuleInit {
  constructor(
    private readonly migrations: Migrations,
    private readonly words: PageWordsService,
  ) {}

  onModuleInit(): void {
    this.migrations.add('the words of every page can be found', () => this.words.readOld());
  }
}
