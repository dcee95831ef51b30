import { TagListQuery, type TagListResponse } from '@hamkhan/contracts/http/shelves';
import { Access } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Controller, Get, Query } from '@nestjs/common';
import { TagRepository } from './tag.repository.js';

@Controller('api/document/tag')
@Access('guest')
export class TagController {
  constructor(private readonly tags: TagRepository) {}

  /** The categories, or all tags (ACC-SHELF-34, -35). */
  @Get('list/')
  async list(@Query(new ZodPipe(TagListQuery)) query: TagListQuery): Promise<TagListResponse> {
    const rows =
      query.is_category === 'true' ? await this.tags.listCategories() : await this.tags.list(query.limit);
    return {
      status: 'success',
      tags: rows.map(({ _id, name, translatedName, isCategory }) => ({
        id: _id,
        name,
        translated_name: translatedName,
        is_category: isCategory,
      })),
    };
  }
}
