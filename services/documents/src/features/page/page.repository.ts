import { EDIT_TYPES } from '@hamkhan/contracts/http/editing';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { imageObjectKey } from './image-name.domain.js';
import type { RenderedPart } from './page-render.domain.js';
import { PAGES, type DeliveredPartRow, type PageRow } from './page.schema.js';

/** The bytes of a page for readers. */
export type DeliveredPage = { number: number; revision: number; delivered: RenderedPart[] };

/** A page without the bytes for readers. */
export type StoredPage = Omit<PageRow, 'delivered'>;

/** The three texts of a page. */
export type PageTexts = Pick<PageRow, 'number' | 'content' | 'translatedContent' | 'translatedContentLevel2'>;

@Injectable()
export class PageRepository {
  constructor(@InjectModel(PAGES) private readonly pages: Model<PageRow>) {}

  /** The texts and state of a page. */
  find(documentId: string, number: number, tx?: Tx): Promise<StoredPage | null> {
    return this.pages
      .findOne({ documentId, number }, { delivered: 0 })
      .session(tx ?? null)
      .lean<StoredPage>()
      .exec();
  }

  /** Document and number of a page; null if it does not exist. */
  findLocation(id: string): Promise<{ documentId: string; number: number } | null> {
    return this.pages
      .findOne({ _id: id }, { _id: 0, documentId: 1, number: 1 })
      .lean<{ documentId: string; number: number }>()
      .exec();
  }

  /** The texts of those of these pages that exist. */
  findTexts(documentId: string, numbers: readonly number[], tx?: Tx): Promise<PageTexts[]> {
    return this.pages
      .find(
        { documentId, number: { $in: numbers } },
        { _id: 0, number: 1, content: 1, translatedContent: 1, translatedContentLevel2: 1 },
      )
      .session(tx ?? null)
      .lean<PageTexts[]>()
      .exec();
  }

  /** Bypasses mongoose: a page is large, and casting takes longer than storing. */
  async save(page: PageRow, tx: Tx): Promise<void> {
    const { _id, ...row } = page;
    await this.pages.collection.replaceOne({ _id } as object, row, {
      upsert: true,
      session: tx,
      ignoreUndefined: true,
    });
  }

  /** Zero-based numbers of the pages that have a row. */
  async numbers(documentId: string, tx: Tx): Promise<Set<number>> {
    const rows = await this.pages
      .find({ documentId }, { _id: 0, number: 1 })
      .session(tx)
      .lean<{ number: number }[]>()
      .exec();
    return new Set(rows.map((row) => row.number));
  }

  async insertAll(pages: PageRow[], tx: Tx): Promise<void> {
    await this.pages.insertMany(pages, { session: tx });
  }

  /** Pages `from` to `to`, both inclusive, in order. */
  async readDelivered(documentId: string, from: number, to: number): Promise<DeliveredPage[]> {
    const rows = await this.pages
      .find({ documentId, number: { $gte: from, $lte: to } }, { number: 1, revision: 1, delivered: 1 })
      .sort({ number: 1 })
      .lean<Pick<PageRow, 'number' | 'revision' | 'delivered'>[]>()
      .exec();
    return rows.map(({ number, revision, delivered }) => ({
      number,
      revision,
      delivered: delivered.map((part) => ({ ...part, bytes: toBuffer(part.bytes) })),
    }));
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.pages.deleteMany({ documentId }, { session: tx });
  }

  /** Zero-based numbers of the pages that show an image. */
  async findShowing(documentId: string, image: string): Promise<number[]> {
    const rows = await this.pages
      .find({ documentId, images: image }, { _id: 0, number: 1 })
      .lean<{ number: number }[]>()
      .exec();
    return rows.map((row) => row.number);
  }

  /** Zero-based numbers of the pages that show an image, or have it in an edit whose text is missing at the moment. */
  async findUsing(documentId: string, image: string): Promise<number[]> {
    const src = imageObjectKey(documentId, image);
    const inEdits = EDIT_TYPES.map((type) => ({ [`edits.${type}.edited.src`]: src }));
    const rows = await this.pages
      .find({ documentId, $or: [{ images: image }, ...inEdits] }, { _id: 0, number: 1 })
      .sort({ number: 1 })
      .lean<{ number: number }[]>()
      .exec();
    return rows.map((row) => row.number);
  }
}

function toBuffer(bytes: DeliveredPartRow['bytes']): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  const { buffer, position } = bytes;
  return Buffer.from(buffer.buffer, buffer.byteOffset, position);
}
