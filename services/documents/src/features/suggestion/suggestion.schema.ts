import type { ContentItem } from '@hamkhan/contracts/content';
import type { EditSummary, EditType, SuggestionStatus } from '@hamkhan/contracts/http/editing';
import mongoose from 'mongoose';

/** What somebody would make of one text of a page, or has made of it. */
export type SuggestionRow = {
  _id: string;
  documentId: string;
  pageId: string;
  /** Zero-based. */
  pageNumber: number;
  editType: EditType;
  authorId: string;
  title: string;
  description: string;
  /** Whether title and description were made up from what changes; then they follow further changes. */
  titled: { title: boolean; description: boolean };
  status: SuggestionStatus;
  /** The text it was written on; once applied, the text that it changed. */
  base: ContentItem[];
  /** The whole text as it should be; once applied, as it became. */
  items: ContentItem[];
  /** The page's revision at which `base` stood there; once applied, the one that it made. */
  revision: number;
  summary: EditSummary;
  createdAt: Date;
  modifiedAt: Date;
  appliedAt: Date | null;
  /** User id. */
  appliedBy: string | null;
};

export const SUGGESTIONS = 'Suggestion';
export const SuggestionSchema = new mongoose.Schema<SuggestionRow>(
  {
    _id: { type: String, required: true },
    documentId: { type: String, required: true },
    pageId: { type: String, required: true },
    pageNumber: { type: Number, required: true },
    editType: { type: String, required: true },
    authorId: { type: String, required: true },
    title: { type: String, required: true },
    description: { type: String, required: true },
    titled: { type: mongoose.Schema.Types.Mixed, required: true },
    status: { type: String, required: true },
    base: { type: mongoose.Schema.Types.Mixed, required: true },
    items: { type: mongoose.Schema.Types.Mixed, required: true },
    revision: { type: Number, required: true },
    summary: { type: mongoose.Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
    modifiedAt: { type: Date, required: true },
    appliedAt: { type: Date, default: null },
    appliedBy: { type: String, default: null },
  },
  { collection: 'suggestions', versionKey: false, minimize: false },
);
/** One pending suggestion of a user for a text, also when two are made at once (RDR-SUGGEST-07). */
SuggestionSchema.index(
  { pageId: 1, authorId: 1, editType: 1 },
  { unique: true, partialFilterExpression: { status: 'pending' }, name: 'one_pending' },
);
/** What is pending on a page, newest first. */
SuggestionSchema.index({ pageId: 1, status: 1, createdAt: -1 });
/** The history of a page, newest first. */
SuggestionSchema.index({ pageId: 1, status: 1, appliedAt: -1 });
/** What is pending in a document: may a picture of it go? */
SuggestionSchema.index({ documentId: 1, status: 1 });
/** How many somebody has made lately. */
SuggestionSchema.index({ authorId: 1, createdAt: -1 });
