import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { newObjectId } from '../document/object-id.js';
import { TAGS, type TagRow } from './tag.schema.js';

@Injectable()
export class TagRepository {
  constructor(@InjectModel(TAGS) private readonly tags: Model<TagRow>) {}

  listCategories(): Promise<TagRow[]> {
    return this.tags.find({ isCategory: true }).sort({ order: 1 }).lean<TagRow[]>().exec();
  }

  list(limit: number): Promise<TagRow[]> {
    return this.tags.find().sort({ isCategory: -1, order: 1, name: 1 }).limit(limit).lean<TagRow[]>().exec();
  }

  /** Adds missing tags; existing ones stay, because staff may have changed them. */
  async addMissing(tags: readonly Omit<TagRow, '_id'>[]): Promise<void> {
    await this.tags.bulkWrite(
      tags.map(({ name, ...rest }) => ({
        updateOne: {
          filter: { name },
          update: { $setOnInsert: { _id: newObjectId(), ...rest } },
          upsert: true,
        },
      })),
    );
  }
}
