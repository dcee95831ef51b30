import type { ReadingState } from '@hamkhan/contracts/http/reader';
import mongoose from 'mongoose';

/** Reading state of a user in a document, shared by their devices. */
export type ReadingRow = {
  /** `{user} {document}`. */
  _id: string;
  userId: string;
  documentId: string;
  /** Null until the reader has turned a page or changed a setting. */
  state: ReadingState | null;
  openedAt: Date;
};

export const READINGS = 'Reading';
export const ReadingSchema = new mongoose.Schema<ReadingRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    documentId: { type: String, required: true },
    state: { type: mongoose.Schema.Types.Mixed, default: null },
    openedAt: { type: Date, required: true },
  },
  { collection: 'readings', versionKey: false },
);
/** The documents a user opened last. */
ReadingSchema.index({ userId: 1, openedAt: -1 });

/** The readers of a document that is removed. */
ReadingSchema.index({ documentId: 1 });

/** A visit of a document: one row per user (or address of a guest) and day (C30). */
export type ViewRow = { _id: string; documentId: string; at: Date };

/** Popularity looks back over 30 days (G87). */
const KEPT_SECONDS = 31 * 24 * 3600;

export const VIEWS = 'View';
export const ViewSchema = new mongoose.Schema<ViewRow>(
  {
    _id: { type: String, required: true },
    documentId: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'document_views', versionKey: false },
);
/** Recent visits of a document. */
ViewSchema.index({ documentId: 1, at: 1 });
ViewSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

/** A reader's report of a problem on a page, for staff. */
export type ReportRow = {
  userId: string;
  documentId: string;
  pageId: string;
  /** Zero-based. */
  pageNumber: number;
  contentType: string;
  contentId: string;
  issueType: string;
  description: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  createdAt: Date;
};

export const REPORTS = 'Report';
export const ReportSchema = new mongoose.Schema<ReportRow>(
  {
    userId: { type: String, required: true },
    documentId: { type: String, required: true },
    pageId: { type: String, default: '' },
    pageNumber: { type: Number, required: true },
    contentType: { type: String, required: true },
    contentId: { type: String, default: '' },
    issueType: { type: String, required: true },
    description: { type: String, default: '' },
    day: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'reports', versionKey: false },
);
/** One report per reader, day, page and issue type (C32); also counts a reader's reports of a day. */
ReportSchema.index({ userId: 1, day: 1, documentId: 1, pageNumber: 1, issueType: 1 }, { unique: true });
/** The reports on a document, newest first. */
ReportSchema.index({ documentId: 1, createdAt: -1 });
