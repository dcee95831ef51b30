import { boundedQueries } from '@hamkhan/platform/mongo/mongo';
import { Schema } from 'mongoose';

/** The origin of a term's translation. Terms found by `rules` have none yet. */
export const TERM_ORIGINS = ['rules', 'engine', 'owner'] as const;
export type TermOrigin = (typeof TERM_ORIGINS)[number];

/** A term of a document and its translation. */
export type TermRow = {
  _id: string;
  documentId: string;
  /** The term with normalised case and space; terms with the same key are one. */
  key: string;
  term: string;
  translation: string;
  note: string;
  origin: TermOrigin;
  /** How often rules found it in the first pages. */
  count: number;
  /** The glossary revision of the last change. */
  revision: number;
  /** Removed by the owner. The row stays, so that the term is not found again and pages with it count as outdated. */
  removed: boolean;
  updatedAt: Date;
};

export const TERM = 'GlossaryTerm';
export const TermSchema = new Schema<TermRow>(
  {
    _id: { type: String, required: true },
    documentId: { type: String, required: true },
    key: { type: String, required: true },
    term: { type: String, required: true },
    translation: { type: String, default: '' },
    note: { type: String, default: '' },
    origin: { type: String, enum: TERM_ORIGINS, required: true },
    count: { type: Number, required: true },
    revision: { type: Number, required: true },
    removed: { type: Boolean, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'glossary_terms', versionKey: false, strict: 'throw' },
);
/** The glossary of a document; a term is in it once. */
TermSchema.index({ documentId: 1, key: 1 }, { unique: true });
TermSchema.plugin(boundedQueries);
