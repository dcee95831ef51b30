import type { TagListResponse } from '@hamkhan/contracts/http/shelves';
import { listTagsRoute } from '@hamkhan/contracts/routes/shelves';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { TagRepository } from './tag.repository.js';

@Controller()
export class TagController {
  constructor(private readonly tags: TagRepository) {}

  /** The categories, or all tags (ACC-SHELF-34, -35). */
  @Endpoint(listTagsRoute)
  async list(@Input() { query }: Input<typeof listTagsRoute>): Promise<TagListResponse> {
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
