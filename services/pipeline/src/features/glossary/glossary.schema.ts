import { boundedQueries } from '@hamkhan/platform/mongo/mongo';
import { Schema } from 'mongoose';

/** Who said how a term is translated; `rules` have only found it, and its translation is still empty. */
export const TERM_ORIGINS = ['rules', 'engine', 'owner'] as const;
export type TermOrigin = (typeof TERM_ORIGINS)[number];

/** A term of a document and its one Persian form. */
export type TermRow = {
  _id: string;
  documentId: string;
  /** The term in the form in which two that differ in case or space are one. */
  key: string;
  term: string;
  translation: string;
  note: string;
  origin: TermOrigin;
  /** How often the first pages have it, where rules found it. */
  count: number;
  /** The document's glossary revision that brought this form. */
  revision: number;
  /** Taken out by its owner: kept, so that it isn't found again and pages with it are known to be outdated. */
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
