import { Migrations } from '@hamkhan/platform/migrations';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SEEDED_PAGES } from './seed/seeded-pages.js';
import { StaticPageController } from './static-page.controller.js';
import { StaticPageRepository } from './static-page.repository.js';
import { STATIC_PAGES, StaticPageSchema } from './static-page.schema.js';
import { StaticPageService } from './static-page.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: STATIC_PAGES, schema: StaticPageSchema }])],
  controllers: [StaticPageController],
  providers: [StaticPageRepository, StaticPageService],
})
export class StaticPageModule implements OnModuleInit {
  constructor(
    private readonly migrations: Migrations,
    private readonly pages: StaticPageRepository,
  ) {}

  onModuleInit(): void {
    this.migrations.add('Seed static pages', () => this.pages.seed(SEEDED_PAGES));
  }
}
