import type { StaticPageSlug } from '@hamkhan/contracts/http/static-pages';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { STATIC_PAGES, type StaticPageRow } from './static-page.schema.js';

/** The editable part of a page. */
export type StaticPageText = Pick<StaticPageRow, 'title' | 'content' | 'header' | 'footer'>;
export type SeededPage = StaticPageText & { slug: StaticPageSlug; language: UiLanguage };

const idOf = (slug: StaticPageSlug, language: UiLanguage): string => `${slug}:${language}`;

@Injectable()
export class StaticPageRepository {
  constructor(@InjectModel(STATIC_PAGES) private readonly pages: Model<StaticPageRow>) {}

  find(slug: StaticPageSlug, language: UiLanguage): Promise<StaticPageRow | null> {
    return this.pages
      .findOne({ _id: idOf(slug, language) })
      .lean<StaticPageRow>()
      .exec();
  }

  /** The changed page; null if it has another revision than the edited one. */
  update(
    slug: StaticPageSlug,
    language: UiLanguage,
    revision: number,
    text: StaticPageText,
    editedBy: string,
  ): Promise<StaticPageRow | null> {
    return this.pages
      .findOneAndUpdate(
        { _id: idOf(slug, language), revision },
        { $set: { ...text, editedBy, modifiedAt: new Date() }, $inc: { revision: 1 } },
        { returnDocument: 'after' },
      )
      .lean<StaticPageRow>()
      .exec();
  }

  /** Adds missing pages and updates unedited ones; pages edited by staff stay. */
  async seed(pages: readonly SeededPage[]): Promise<void> {
    const now = new Date();
    await this.pages.bulkWrite(
      pages.flatMap(({ slug, language, ...text }) => {
        const _id = idOf(slug, language);
        return [
          {
            updateOne: {
              filter: { _id },
              update: {
                $setOnInsert: { slug, language, ...text, revision: 1, editedBy: null, modifiedAt: now },
              },
              upsert: true,
            },
          },
          {
            updateOne: {
              filter: {
                _id,
                editedBy: null,
                $or: [{ title: { $ne: text.title } }, { content: { $ne: text.content } }],
              },
              update: { $set: { ...text, modifiedAt: now }, $inc: { revision: 1 } },
            },
          },
        ];
      }),
    );
  }
}
