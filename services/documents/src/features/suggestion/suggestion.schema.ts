import type { ContentItem } from '@hamkhan/contracts/content';
import type { EditSummary, SuggestionStatus } from '@hamkhan/contracts/http/suggestions';
import type { EditType } from '@hamkhan/contracts/http/editing';
import mongoose from 'mongoose';

/** In the place of a user whose account was deleted. */
export const DELETED_USER_ID = 'deleted';

/** A suggested or applied edit of one text of a page. */
export type SuggestionRow = {
  _id: string;
  documentId: string;
  pageId: string;
  /** Zero-based. */
  pageNumber: number;
  editType: EditType;
  authorId: string;
  /** The administrator who wrote or last changed it as the author (C36); null where the author did. */
  impersonatedBy?: string | null;
  title: string;
  description: string;
  /** Whether title and description are generated from the changes, and follow further changes. */
  hasDefault: { title: boolean; description: boolean };
  status: SuggestionStatus;
  /** The text it is based on; once applied, the text it replaced. */
  base: ContentItem[];
  /** The complete suggested text; once applied, the resulting text. */
  items: ContentItem[];
  /** The page's revision of `base`; once applied, the resulting revision. */
  revision: number;
  summary: EditSummary;
  createdAt: Date;
  modifiedAt: Date;
  appliedAt: Date | null;
  /** User id. */
  appliedBy: string | null;
  /** The administrator who applied it as the user `appliedBy` (C36). */
  appliedImpersonatedBy?: string | null;
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
    impersonatedBy: { type: String, default: null },
    title: { type: String, required: true },
    description: { type: String, required: true },
    hasDefault: { type: mongoose.Schema.Types.Mixed, required: true },
    status: { type: String, required: true },
    base: { type: mongoose.Schema.Types.Mixed, required: true },
    items: { type: mongoose.Schema.Types.Mixed, required: true },
    revision: { type: Number, required: true },
    summary: { type: mongoose.Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
    modifiedAt: { type: Date, required: true },
    appliedAt: { type: Date, default: null },
    appliedBy: { type: String, default: null },
    appliedImpersonatedBy: { type: String, default: null },
  },
  { collection: 'suggestions', versionKey: false, minimize: false },
);
/** One pending suggestion of a user for a text, even if two are created at the same time (RDR-SUGGEST-07). */
SuggestionSchema.index(
  { pageId: 1, authorId: 1, editType: 1 },
  { unique: true, partialFilterExpression: { status: 'pending' }, name: 'one_pending' },
);
/** Pending suggestions on a page, newest first. */
SuggestionSchema.index({ pageId: 1, status: 1, createdAt: -1 });
/** The history of a page, newest first. */
SuggestionSchema.index({ pageId: 1, status: 1, appliedAt: -1 });
/** Pending suggestions in a document, to check whether an image is used. */
SuggestionSchema.index({ documentId: 1, status: 1 });
/** What a user applied, to forget the user. */
SuggestionSchema.index({ appliedBy: 1 });
/** Recent suggestions of a user, for the limit. */
SuggestionSchema.index({ authorId: 1, createdAt: -1 });
