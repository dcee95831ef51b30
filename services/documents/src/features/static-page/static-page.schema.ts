import type { StaticPageSlug } from '@hamkhan/contracts/http/static-pages';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import mongoose from 'mongoose';

/** A static page in one language. */
export type StaticPageRow = {
  /** Slug and language: `about:fa`. */
  _id: string;
  slug: StaticPageSlug;
  language: UiLanguage;
  title: string;
  /** In the markup of `@hamkhan/contracts/static-page-text`. */
  content: string;
  header: boolean;
  footer: boolean;
  /** Incremented with every change. */
  revision: number;
  /** The staff member who edited it last; null for the seeded text. */
  editedBy: string | null;
  modifiedAt: Date;
};

export const STATIC_PAGES = 'StaticPage';
export const StaticPageSchema = new mongoose.Schema<StaticPageRow>(
  {
    _id: { type: String, required: true },
    slug: { type: String, required: true },
    language: { type: String, required: true },
    title: { type: String, required: true },
    content: { type: String, required: true },
    header: { type: Boolean, required: true },
    footer: { type: Boolean, required: true },
    revision: { type: Number, required: true },
    editedBy: { type: String, default: null },
    modifiedAt: { type: Date, required: true },
  },
  { collection: 'static_pages', versionKey: false },
);
