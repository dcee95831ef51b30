import type { TranslationProblem } from '@hamkhan/contracts/content';
import { Schema } from 'mongoose';
import { boundedQueries } from '@hamkhan/platform/mongo/mongo';

/** One known translation. `_id` is the exact key of its text, so that a text has one row whatever happens. */
export type MemoryRow = {
  _id: string;
  /** Key of the normalised form. */
  normal: string;
  ownerId: string;
  source: string;
  level: number;
  origin: string;
  /** With markers; see inline-marks. */
  text: string;
  target: string;
  /** The target without the markers of emphasis, where that differs. */
  plainTarget?: string;
  /** Source and target with their own marks, for export. */
  rawSource: string;
  rawTarget: string;
  /** Below 1 where a check complained and a second try was no better. */
  confidence?: number;
  problems?: TranslationProblem[];
  updatedAt: Date;
};
export const MEMORY_MODEL = 'TranslationMemory';
export const MemorySchema = new Schema<MemoryRow>(
  {
    _id: { type: String, required: true },
    normal: { type: String, required: true },
    ownerId: { type: String, required: true },
    source: { type: String, required: true },
    level: { type: Number, required: true },
    origin: { type: String, required: true },
    text: { type: String, required: true },
    target: { type: String, required: true },
    plainTarget: String,
    rawSource: { type: String, required: true },
    rawTarget: { type: String, required: true },
    confidence: Number,
    problems: { type: [String], default: undefined },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'translation_memory', versionKey: false, strict: 'throw' },
);
// Normalised matches, newest first.
MemorySchema.index({ normal: 1, updatedAt: -1 });
// Export and removal of an owner's memory.
MemorySchema.index({ ownerId: 1, source: 1, level: 1, _id: 1 });
MemorySchema.plugin(boundedQueries);

/** A text that a process is asking an engine for at this moment, so that no other process asks too. */
export type MemoryClaim = { _id: string; holder: string; expiresAt: Date };
export const CLAIM_MODEL = 'TranslationClaim';
export const ClaimSchema = new Schema<MemoryClaim>(
  {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'translation_claims', versionKey: false, strict: 'throw' },
);
// Renewal and release by holder.
ClaimSchema.index({ holder: 1 });
// Claims of processes that died are cleared away; they stop counting at `expiresAt` already.
ClaimSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 60 });
ClaimSchema.plugin(boundedQueries);
