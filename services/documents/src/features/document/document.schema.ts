import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import type { DocumentMetadata } from '@hamkhan/contracts/events/pipeline-events';
import type { TranslationEstimate } from '@hamkhan/contracts/http/translation-cost';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { AccessType, DocumentStatus } from '@hamkhan/contracts/statuses';
import mongoose from 'mongoose';

/** A reason code of contracts (conversion reason or translator code) with the values its sentence names. */
export type Why = { code: string; params: Record<string, string | number> };

/** What pages there are, by how far they have come. Always exact: changed in the transaction that changes a page. */
export type PageCounts = {
  succeeded: number;
  failed: number;
  /** Pages with the second translation, contiguous or not (C03). */
  level2: number;
  /** Succeeded pages with words in them that have no second translation yet. */
  untranslated: number;
  /** Pages whose translation waits for something a person must do. */
  waiting: number;
};

/** The picture on a document: object keys of a wide one and of one for lists, and the version of the event that told of them. */
export type CoverRow = { wide: string; small: string; version: number };

/** What the document is about, as the book says it and in Persian, and the version of the event that told of it. */
export type AboutRow = { original: DocumentMetadata; persian: DocumentMetadata | null; version: number };

/** How the pipeline ended with the whole document. */
export type DocumentOutcome = { status: 'failed' | 'skipped'; why: Why; version: number };

/** A book or article, as its owner uploaded it and as the pipeline found it. */
export type DocumentRow = {
  /** Hex ObjectId. */
  _id: string;
  /** Public name in addresses (G04). */
  key: string;
  ownerId: string;
  /** `private` until published; `catalogue` for the documents of the house (G75). */
  visibility: 'private' | 'catalogue';
  accessType: AccessType;
  /** Tomans. */
  price: number;
  published: boolean;
  status: DocumentStatus;
  /** What the file says of itself; the file's name where it says nothing. */
  title: string;
  originalTitle: string;
  authors: string[];
  year: number | null;
  fileName: string;
  kind: DocumentKind;
  language: SourceLanguage;
  /** What its text is written in, where the pipeline found out. */
  detectedLanguage?: SourceLanguage | null;
  /** Bytes. */
  size: number;
  sha256: string;
  objectKey: string;
  /** Set while this row stands for its bytes: another upload of them is a duplicate (C25). Gone once failed or canceled. */
  standsForBytes?: true;
  /** Titles and file name, folded for searching. */
  searchText: string;
  sortTitle: string;
  /** 0 until the file was inspected. */
  totalPages: number;
  counts: PageCounts;
  /** Zero-based, both inclusive (G06). */
  previewPages: { from: number; to: number };
  /** The owner's shelf it stands on, copied from their placement so that a row of the library comes whole; null for none. */
  shelfId: string | null;
  cover: CoverRow | null;
  /** Absent while nobody has said anything. */
  about?: AboutRow;
  outcome: DocumentOutcome | null;
  /** What translating it will cost; absent while nobody knows. */
  translationEstimate?: TranslationEstimate & { version: number };
  /** Why the last page that failed did. */
  pageFailure: Why | null;
  /** What the last page whose translation waits, waits for. */
  waitingFor: Why | null;
  /** Version of the last `inspected` event that was applied. */
  inspectedVersion: number;
  /** Grows with each change of any page: names the bytes of a chunk. */
  contentRevision: number;
  /** Version of the events this service publishes of the document. */
  version: number;
  /** Grows first thing in each transaction on the document, so that two at once meet there and one is done again. */
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
    standsForBytes: { type: Boolean },
    searchText: { type: String, default: '' },
    sortTitle: { type: String, default: '' },
    totalPages: { type: Number, required: true },
    counts: { type: mongoose.Schema.Types.Mixed, required: true },
    previewPages: { type: mongoose.Schema.Types.Mixed, required: true },
    shelfId: { type: String, default: null },
    cover: { type: mongoose.Schema.Types.Mixed, default: null },
    about: { type: mongoose.Schema.Types.Mixed },
    outcome: { type: mongoose.Schema.Types.Mixed, default: null },
    translationEstimate: { type: mongoose.Schema.Types.Mixed },
    pageFailure: { type: mongoose.Schema.Types.Mixed, default: null },
    waitingFor: { type: mongoose.Schema.Types.Mixed, default: null },
    inspectedVersion: { type: Number, required: true },
    contentRevision: { type: Number, required: true },
    version: { type: Number, required: true },
    writes: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    modifiedAt: { type: Date, required: true },
  },
  { collection: 'documents', versionKey: false, minimize: false },
);
/** Every call that names a document by its key. */
DocumentSchema.index({ key: 1 }, { unique: true });
/** One document stands for the same bytes of one owner in one language, also when two uploads end at once (C25). */
DocumentSchema.index(
  { ownerId: 1, sha256: 1, language: 1 },
  { unique: true, partialFilterExpression: { standsForBytes: true }, name: 'stands_for_bytes' },
);
/** The library, newest first, and what of it still waits. */
DocumentSchema.index({ ownerId: 1, createdAt: -1 });
/** What of an owner stands on a shelf that goes away. */
DocumentSchema.index({ ownerId: 1, shelfId: 1 });

/** One change of a document's status, kept for looking into. */
export type StatusChangeRow = {
  documentId: string;
  from: DocumentStatus;
  to: DocumentStatus;
  /** Reason code, null where the change speaks for itself. */
  reason: string | null;
  /** User id or `system`. */
  actor: string;
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
    at: { type: Date, required: true },
  },
  { collection: 'status_changes', versionKey: false },
);
/** The story of one document. */
StatusChangeSchema.index({ documentId: 1, at: 1 });
