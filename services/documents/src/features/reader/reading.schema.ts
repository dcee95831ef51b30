import type { ReadingState } from '@hamkhan/contracts/http/reader';
import mongoose from 'mongoose';

/** Where and how a reader reads a document, on whatever device. */
export type ReadingRow = {
  /** `{user} {document}`. */
  _id: string;
  userId: string;
  documentId: string;
  /** Null until they have turned or chosen something. */
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
/** What a user opened last. */
ReadingSchema.index({ userId: 1, openedAt: -1 });

/** Somebody opened a document: one row a person (or address) and day (C30). */
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
/** How often a document was opened of late. */
ViewSchema.index({ documentId: 1, at: 1 });
ViewSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

/** What a reader says is wrong with a page; for staff to see. */
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
/** Once a day for one thing on one page (C32); also how many one reader sent today. */
ReportSchema.index({ userId: 1, day: 1, documentId: 1, pageNumber: 1, issueType: 1 }, { unique: true });
/** The reports on a document, newest first. */
ReportSchema.index({ documentId: 1, createdAt: -1 });
