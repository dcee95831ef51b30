import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import type { DocumentMetadata } from '@hamkhan/contracts/events/pipeline-events';
import type { TranslationEstimate } from '@hamkhan/contracts/http/translation-cost';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { CollectedMetadata } from '../metadata/metadata.domain.js';
import type { TokenUsage } from '@hamkhan/llm/chat/token-usage';
import mongoose from 'mongoose';

export const RUN_STATES = ['queued', 'running', 'failed', 'skipped', 'canceled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What the pipeline knows of one document. `_id` is the document's id. */
export type RunRow = {
  _id: string;
  ownerId: string;
  objectKey: string;
  fileName: string;
  kind: DocumentKind;
  language: SourceLanguage;
  state: RunState;
  totalPages: number | null;
  title: string | null;
  /** What the book says of itself; absent for documents that were inspected before it was asked. */
  metadata?: CollectedMetadata;
  /** What it is about in Persian, once the engine has said so. */
  persianMetadata?: DocumentMetadata | null;
  /** Number of the newest event about this document (aggregateVersion). */
  version: number;
  /** Tries of `inspect` that failed, and workers that died in it. */
  attempts: number;
  crashes: number;
  /** When the next worker may take it; null while there is nothing to do. A lease is a time in the future. */
  availableAt: Date | null;
  /** Fence: only who holds this token may write. */
  leaseToken: string | null;
  createdAt: Date;
  /** The document's public name, as addresses have it; null for documents taken in before it was told. */
  documentKey: string | null;
  /** Whether the book's terms have been looked for; `unasked`: by rules alone, for there was no engine to ask or no money for it. */
  bookState: 'pending' | 'unasked' | 'ready';
  /** Until when somebody is at it, and who; without a holder it is a pause after a failure. */
  bookLease: Date | null;
  bookHolder: string | null;
  /** What the document is about, in a few sentences. */
  summary: string | null;
  /** Grows with each change of the glossary; 0 while it is empty. */
  glossaryRevision: number;
  /** What translating it will cost, made before it begins and again from its first pages. */
  estimate: TranslationEstimate | null;
  /** What translating it may cost, in the operator's currency; null for the operator's own limit. */
  budget: number | null;
  /** What was spent on the document as a whole; pages keep theirs. */
  bookUsage: TokenUsage;
};

export const RUN = 'Run';
export const RunSchema = new mongoose.Schema<RunRow>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    objectKey: { type: String, required: true },
    fileName: { type: String, required: true },
    kind: { type: String, required: true },
    language: { type: String, required: true },
    state: { type: String, enum: RUN_STATES, required: true },
    totalPages: { type: Number, default: null },
    title: { type: String, default: null },
    metadata: { type: mongoose.Schema.Types.Mixed },
    persianMetadata: { type: mongoose.Schema.Types.Mixed },
    version: { type: Number, required: true },
    attempts: { type: Number, default: 0 },
    crashes: { type: Number, default: 0 },
    availableAt: { type: Date, default: null },
    leaseToken: { type: String, default: null },
    createdAt: { type: Date, required: true },
    documentKey: { type: String, default: null },
    bookState: { type: String, default: 'pending' },
    bookLease: { type: Date, default: null },
    bookHolder: { type: String, default: null },
    summary: { type: String, default: null },
    glossaryRevision: { type: Number, default: 0 },
    estimate: { type: mongoose.Schema.Types.Mixed, default: null },
    budget: { type: Number, default: null },
    bookUsage: { type: mongoose.Schema.Types.Mixed, required: true },
  },
  { collection: 'runs', versionKey: false },
);
/** The next document to inspect, oldest first; and the sweeper's count. */
RunSchema.index({ state: 1, availableAt: 1 });
/** Calls that name a document by its key. */
RunSchema.index({ documentKey: 1 }, { partialFilterExpression: { documentKey: { $type: 'string' } } });
/** Waiting pages of an owner after an import into their translation memory. */
RunSchema.index({ ownerId: 1 });
