import type { ContentItemType } from '@hamkhan/contracts/content';
import mongoose from 'mongoose';

/** One text of one item, without its marks. */
export type ItemWords = {
  id: string;
  type: ContentItemType;
  /** 0 the original, 1 and 2 its translations. */
  version: 0 | 1 | 2;
  text: string;
  /** The last heading at or before it on its page. */
  headingId: string | null;
};

export type PageHeading = { id: string; level: number; title: string; originTitle: string };

/** The words of a page, for finding a place in its document and for the table of contents. */
export type PageWordsRow = {
  /** The page's id. */
  _id: string;
  documentId: string;
  /** Zero-based. */
  number: number;
  items: ItemWords[];
  /** All of it, folded: says whether a page is worth a closer look. */
  folded: string;
  headings: PageHeading[];
  hasHeadings: boolean;
};

export const PAGE_WORDS = 'PageWords';
export const PageWordsSchema = new mongoose.Schema<PageWordsRow>(
  {
    _id: { type: String, required: true },
    documentId: { type: String, required: true },
    number: { type: Number, required: true },
    items: { type: mongoose.Schema.Types.Mixed, required: true },
    folded: { type: String, default: '' },
    headings: { type: mongoose.Schema.Types.Mixed, required: true },
    hasHeadings: { type: Boolean, required: true },
  },
  { collection: 'page_words', versionKey: false, minimize: false },
);
/** The pages of a document in order. */
PageWordsSchema.index({ documentId: 1, number: 1 }, { unique: true });
/** The pages that have headings: the table of contents reads no other. */
PageWordsSchema.index({ documentId: 1, hasHeadings: 1, number: 1 });
