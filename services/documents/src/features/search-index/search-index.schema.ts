import type { ContentItemType } from '@hamkhan/contracts/content';
import mongoose from 'mongoose';

/** One text of one item, without inline marks. */
export type IndexedText = {
  id: string;
  type: ContentItemType;
  /** 0 the original, 1 and 2 its translations. */
  version: 0 | 1 | 2;
  text: string;
  /** The last heading at or before it on its page. */
  headingId: string | null;
};

export type PageHeading = { id: string; level: number; title: string; originTitle: string };

/** The index entry of a page, for full-text search and the table of contents. */
export type PageIndexRow = {
  /** The page's id. */
  _id: string;
  documentId: string;
  /** Zero-based. */
  number: number;
  items: IndexedText[];
  /** All texts, folded: a first filter before the texts are searched one by one. */
  folded: string;
  headings: PageHeading[];
  hasHeadings: boolean;
};

export const SEARCH_INDEX = 'SearchIndex';
export const SearchIndexSchema = new mongoose.Schema<PageIndexRow>(
  {
    _id: { type: String, required: true },
    documentId: { type: String, required: true },
    number: { type: Number, required: true },
    items: { type: mongoose.Schema.Types.Mixed, required: true },
    folded: { type: String, default: '' },
    headings: { type: mongoose.Schema.Types.Mixed, required: true },
    hasHeadings: { type: Boolean, required: true },
  },
  { collection: 'search_index', versionKey: false, minimize: false },
);
/** The pages of a document in order. */
SearchIndexSchema.index({ documentId: 1, number: 1 }, { unique: true });
/** Pages with headings, for the table of contents. */
SearchIndexSchema.index({ documentId: 1, hasHeadings: 1, number: 1 });
