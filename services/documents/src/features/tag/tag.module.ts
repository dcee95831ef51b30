import { Migrations } from '@hamkhan/platform/migrations';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CATEGORY_TAGS } from './category-tags.js';
import { TagController } from './tag.controller.js';
import { TagRepository } from './tag.repository.js';
import { TAGS, TagSchema } from './tag.schema.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: TAGS, schema: TagSchema }])],
  controllers: [TagController],
  providers: [TagRepository],
  exports: [TagRepository],
})
export class TagModule implements OnModuleInit {
  constructor(
    private readonly migrations: Migrations,
    private readonly tags: TagRepository,
  ) {}

  onModuleInit(): void {
    this.migrations.add('Seed category tags', () =>
      this.tags.addMissing(
        CATEGORY_TAGS.map(([name, translatedName], order) => ({
          name,
          translatedName,
          isCategory: true,
          order,
        })),
      ),
    );
  }
}
