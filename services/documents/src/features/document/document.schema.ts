import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import type { DocumentMetadata } from '@hamkhan/contracts/events/pipeline-events';
import type { TranslationEstimate } from '@hamkhan/contracts/http/translation-cost';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { AccessType, DocumentStatus } from '@hamkhan/contracts/statuses';
import mongoose from 'mongoose';
import type { Reason } from '../page/reason.js';

/** Number of pages by progress. Always exact: updated in the transaction that writes a page. */
export type PageCounts = {
  succeeded: number;
  failed: number;
  /** Pages with the second translation, contiguous or not (C03). */
  level2: number;
  /** Succeeded pages with text but without a second translation. */
  untranslated: number;
  /** Pages whose translation waits for a person, e.g. to configure a translator. */
  waiting: number;
};

/** Object keys of the cover image, wide and small, and the version of the event that set them. */
export type CoverRow = { wide: string; small: string; version: number };

/** Document metadata, original and Persian, with the version of the event that brought it. */
export type MetadataRow = { original: DocumentMetadata; persian: DocumentMetadata | null; version: number };

/** A result for the whole document instead of its pages. */
export type DocumentOutcome = { status: 'failed' | 'skipped'; reason: Reason; version: number };

/** A book or article: its upload, and what the pipeline found out. */
export type DocumentRow = {
  /** Hex ObjectId. */
  _id: string;
  /** Public name in addresses (G04). */
  key: string;
  ownerId: string;
  /** Who uploaded it: the owner, or an administrator who acted as the owner (C36). */
  uploadedBy?: string;
  /** Who published it: the owner, staff, or an administrator who acted as one of them. */
  publishedBy?: string;
  /** `private` until published; `catalogue` for published documents and those of the platform itself (G75). */
  visibility: 'private' | 'catalogue';
  accessType: AccessType;
  /** Tomans. */
  price: number;
  published: boolean;
  status: DocumentStatus;
  /** Persian title, else the title in the file, else the file name. */
  title: string;
  originalTitle: string;
  authors: string[];
  year: number | null;
  fileName: string;
  kind: DocumentKind;
  language: SourceLanguage;
  /** Language of the text, as the pipeline detected it. */
  detectedLanguage?: SourceLanguage | null;
  /** Bytes. */
  size: number;
  sha256: string;
  objectKey: string;
  /** Set while another upload of the same bytes is a duplicate (C25); unset once failed or canceled. */
  blocksDuplicates?: true;
  /** Titles and file name, folded for searching. */
  searchText: string;
  sortTitle: string;
  /** 0 until the file was inspected. */
  totalPages: number;
  counts: PageCounts;
  /** Zero-based, both inclusive (G06). */
  previewPages: { from: number; to: number };
  /** The owner's shelf, copied from their placement so that a library list needs no join; null for none. */
  shelfId: string | null;
  cover: CoverRow | null;
  /** Absent until the pipeline has extracted it. */
  metadata?: MetadataRow;
  outcome: DocumentOutcome | null;
  /** Cost of translating it; absent until the pipeline has estimated it. */
  translationEstimate?: TranslationEstimate & { version: number };
  /** Failure of the page that failed last. */
  pageFailure: Reason | null;
  /** What the translation of a page waits for, as last reported. */
  waitingFor: Reason | null;
  /** Version of the last `inspected` event that was applied. */
  inspectedVersion: number;
  /** Incremented with each change of a page; part of the cache key of its chunks. */
  contentRevision: number;
  /** Incremented when readers lose access: image addresses that they were given end. */
  addressEpoch?: number;
  /** Version of the events that this service publishes about the document. */
  version: number;
  /** Incremented first in each transaction on the document, so that concurrent transactions conflict and one is retried. */
  writes: number;
  createdAt: Date;
  modifiedAt: Date;
};

export const DOCUMENTS = 'Document';
export const DocumentSchema = new mongoose.Schema<DocumentRow>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    ownerId: { type: String, required: true },
    uploadedBy: { type: String },
    publishedBy: { type: String },
    visibility: { type: String, required: true },
    accessType: { type: String, required: true },
    price: { type: Number, required: true },
    published: { type: Boolean, required: true },
    status: { type: String, required: true },
    title: { type: String, default: '' },
    originalTitle: { type: String, default: '' },
    authors: { type: [String], required: true },
    year: { type: Number, default: null },
    fileName: { type: String, required: true },
    kind: { type: String, required: true },
    language: { type: String, required: true },
    detectedLanguage: { type: String },
    size: { type: Number, required: true },
    sha256: { type: String, required: true },
    objectKey: { type: String, required: true },
    blocksDuplicates: { type: Boolean },
    searchText: { type: String, default: '' },
    sortTitle: { type: String, default: '' },
    totalPages: { type: Number, required: true },
    counts: { type: mongoose.Schema.Types.Mixed, required: true },
    previewPages: { type: mongoose.Schema.Types.Mixed, required: true },
    shelfId: { type: String, default: null },
    cover: { type: mongoose.Schema.Types.Mixed, default: null },
    metadata: { type: mongoose.Schema.Types.Mixed },
    outcome: { type: mongoose.Schema.Types.Mixed, default: null },
    translationEstimate: { type: mongoose.Schema.Types.Mixed },
    pageFailure: { type: mongoose.Schema.Types.Mixed, default: null },
    waitingFor: { type: mongoose.Schema.Types.Mixed, default: null },
    inspectedVersion: { type: Number, required: true },
    contentRevision: { type: Number, required: true },
    addressEpoch: { type: Number },
    version: { type: Number, required: true },
    writes: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    modifiedAt: { type: Date, required: true },
  },
  { collection: 'documents', versionKey: false, minimize: false },
);
/** Lookup by key. */
DocumentSchema.index({ key: 1 }, { unique: true });
/** One document per owner, bytes and language, even if two uploads finish at the same time (C25). */
DocumentSchema.index(
  { ownerId: 1, sha256: 1, language: 1 },
  { unique: true, partialFilterExpression: { blocksDuplicates: true }, name: 'unique_upload' },
);
/** The library, newest first. */
DocumentSchema.index({ ownerId: 1, createdAt: -1 });
/** What the documents of an owner occupy, and those in work. */
DocumentSchema.index({ ownerId: 1, status: 1, size: 1 });
/** Documents of an owner on a shelf that is removed. */
DocumentSchema.index({ ownerId: 1, shelfId: 1 });

/** One status change, kept for support and audits. */
export type StatusChangeRow = {
  documentId: string;
  from: DocumentStatus;
  to: DocumentStatus;
  /** Reason code; null if the change needs none. */
  reason: string | null;
  /** User id or `system`. */
  actor: string;
  /** The administrator who acted as the actor (C36). */
  impersonatedBy?: string | null;
  at: Date;
};

export const STATUS_CHANGES = 'StatusChange';
export const StatusChangeSchema = new mongoose.Schema<StatusChangeRow>(
  {
    documentId: { type: String, required: true },
    from: { type: String, required: true },
    to: { type: String, required: true },
    reason: { type: String, default: null },
    actor: { type: String, required: true },
    impersonatedBy: { type: String, default: null },
    at: { type: Date, required: true },
  },
  { collection: 'status_changes', versionKey: false },
);
/** The status history of a document. */
StatusChangeSchema.index({ documentId: 1, at: 1 });
