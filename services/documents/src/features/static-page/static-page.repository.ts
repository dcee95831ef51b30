import type { StaticPageSlug } from '@hamkhan/contracts/http/static-pages';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { STATIC_PAGES, type StaticPageRow } from './static-page.schema.js';

/** What of a page people may change. */
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

  /** The page as it is now; null where it is at another revision than the one that was edited. */
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

  /** Adds what is missing and renews what nobody has edited; a page that staff have changed stays theirs. */
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
