import type { MediaType } from '@hamkhan/contracts/http/media';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { MEDIA, type MediaRow } from './media.schema.js';

@Injectable()
export class MediaRepository {
  constructor(@InjectModel(MEDIA) private readonly media: Model<MediaRow>) {}

  /** @throws a duplicate-key error if the document has a file of the same bytes. */
  async insert(row: MediaRow): Promise<void> {
    await this.media.create([row]);
  }

  find(id: string): Promise<MediaRow | null> {
    return this.media.findOne({ _id: id }).lean<MediaRow>().exec();
  }

  findByObject(documentId: string, objectName: string): Promise<MediaRow | null> {
    return this.media.findOne({ documentId, objectName }).lean<MediaRow>().exec();
  }

  /** Newest first. */
  list(documentId: string, type: MediaType | undefined, limit: number): Promise<MediaRow[]> {
    return this.media
      .find({ documentId, ...(type ? { type } : {}) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean<MediaRow[]>()
      .exec();
  }

  count(documentId: string): Promise<number> {
    return this.media.countDocuments({ documentId }).exec();
  }

  /** Object names of the images of a document. */
  async imageNames(documentId: string): Promise<string[]> {
    const rows = await this.media
      .find({ documentId, type: 'image' }, { _id: 0, objectName: 1 })
      .lean<Pick<MediaRow, 'objectName'>[]>()
      .exec();
    return rows.map(({ objectName }) => objectName);
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.media.deleteMany({ documentId }, { session: tx });
  }

  async remove(id: string, tx: Tx): Promise<boolean> {
    const { deletedCount } = await this.media.deleteOne({ _id: id }, { session: tx });
    return deletedCount > 0;
  }
}
