import type { TranslationProblem } from '@hamkhan/contracts/content';
import { Schema } from 'mongoose';
import { boundedQueries } from '@hamkhan/platform/mongo/mongo';

/** A known translation. `_id` is the exact key of its text, so that a text has one row. */
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
  /** The target without markers of emphasis, if it differs. */
  plainTarget?: string;
  /** Source and target as markdown, for export. */
  rawSource: string;
  rawTarget: string;
  /** Set if a quality check failed twice. */
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
// Export and deletion of an owner's memory.
MemorySchema.index({ ownerId: 1, source: 1, level: 1, _id: 1 });
MemorySchema.plugin(boundedQueries);

/** A text that a process is requesting from an engine, so that no other process requests it too. */
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
// Removes the claims of processes that died. They are ignored from `expiresAt` on.
ClaimSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 60 });
ClaimSchema.plugin(boundedQueries);
