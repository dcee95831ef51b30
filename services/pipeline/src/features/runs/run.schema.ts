import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import type { DocumentMetadata } from '@hamkhan/contracts/events/pipeline-events';
import type { TranslationEstimate } from '@hamkhan/contracts/http/translation-cost';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { TokenUsage } from '@hamkhan/llm/chat/token-usage';
import mongoose from 'mongoose';
import type { CollectedMetadata } from './collected-metadata.js';

export const RUN_STATES = ['queued', 'running', 'failed', 'skipped', 'canceled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** A document in the pipeline. `_id` is the document's id. */
export type RunRow = {
  _id: string;
  ownerId: string;
  /** The owner was staff when it was uploaded: larger budgets apply. */
  ownerIsStaff?: boolean;
  objectKey: string;
  fileName: string;
  kind: DocumentKind;
  language: SourceLanguage;
  state: RunState;
  totalPages: number | null;
  title: string | null;
  /** Metadata from the file and its first pages. */
  metadata?: CollectedMetadata;
  /** Metadata in Persian, from the engine. */
  persianMetadata?: DocumentMetadata | null;
  /** Number of the newest event about this document (aggregateVersion). */
  version: number;
  /** Failed attempts of the inspection, and workers that crashed in it. */
  attempts: number;
  crashes: number;
  /** When a worker may inspect it; null when it is inspected. A lease is a time in the future. */
  availableAt: Date | null;
  /** Fence: only the holder of this token may write. */
  leaseToken: string | null;
  createdAt: Date;
  /** The document's public key, as in URLs; null for old documents. */
  documentKey: string | null;
  /** Search for the terms of the document. `rules_only`: without an engine, because there was none or no budget for it. */
  termsState: 'pending' | 'rules_only' | 'ready';
  /** The lease on the term search; without a token it is a pause after a failure. Null when the terms are ready. */
  termsAvailableAt: Date | null;
  termsLeaseToken: string | null;
  /** A few sentences on the document, for prompts. */
  summary: string | null;
  /** Increases with each change of the glossary; 0 while it is empty. */
  glossaryRevision: number;
  /** Expected cost of the translation, before it begins and again from the first pages. */
  estimate: TranslationEstimate | null;
  /** Maximum cost of the translation, in the operator's currency; null for the operator's default. */
  budget: number | null;
  /** Usage for the whole document, such as the term search; pages have their own. */
  documentUsage: TokenUsage;
};

export const RUN = 'Run';
export const RunSchema = new mongoose.Schema<RunRow>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    ownerIsStaff: { type: Boolean },
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
    termsState: { type: String, default: 'pending' },
    termsAvailableAt: { type: Date, default: null },
    termsLeaseToken: { type: String, default: null },
    summary: { type: String, default: null },
    glossaryRevision: { type: Number, default: 0 },
    estimate: { type: mongoose.Schema.Types.Mixed, default: null },
    budget: { type: Number, default: null },
    documentUsage: { type: mongoose.Schema.Types.Mixed, required: true },
  },
  { collection: 'runs', versionKey: false },
);
/** The index of claims. */
export const RUN_CLAIMS = 'claims';
/** Claims of the next document to inspect, oldest of an owner first, and the scheduler's count. */
RunSchema.index(
  { state: 1, ownerId: 1, createdAt: 1, _id: 1, availableAt: 1 },
  { name: RUN_CLAIMS, partialFilterExpression: { state: 'queued' } },
);
/** Requests that name a document by its key. */
RunSchema.index({ documentKey: 1 }, { partialFilterExpression: { documentKey: { $type: 'string' } } });
/** Waiting pages of an owner after an import into their translation memory. */
RunSchema.index({ ownerId: 1 });
