import type { NoteCategory, NoteVersion } from '@hamkhan/contracts/http/notes';
import type { Quote } from '@hamkhan/contracts/passages/quote';
import mongoose from 'mongoose';

/** Position of a note in the version it was created on. */
export type NotePosition = {
  version: NoteVersion;
  /** Zero-based. */
  pageNumber: number;
  itemId: string;
  itemIndex: number;
  /** UTF-16 offsets in the item's text; `end` may reach into the following items. */
  start: number;
  end: number;
  /** The text at this position now, with its surroundings. */
  anchored: Quote;
  /** The passage is not in the current text; the position is its last one. */
  orphan: boolean;
};

/** A reader's note on a passage. */
export type NoteRow = NotePosition & {
  _id: string;
  ownerId: string;
  /** The administrator who last wrote it as the owner (C36); null where the owner did. */
  impersonatedBy?: string | null;
  documentId: string;
  /** The passage, possibly edited by its reader (G44). */
  text: string;
  /** The passage as it was selected; never changes. */
  selectedText: string;
  /** The text at the position when the note was created, with its surroundings; never changes. */
  originalQuote: Quote;
  userNote: string;
  category: NoteCategory;
  tags: string[];
  createdAt: Date;
  modifiedAt: Date;
};

const QuoteSchema = new mongoose.Schema<Quote>(
  {
    exact: { type: String, default: '' },
    prefix: { type: String, default: '' },
    suffix: { type: String, default: '' },
  },
  { _id: false },
);

export const NOTES = 'Note';
export const NoteSchema = new mongoose.Schema<NoteRow>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    impersonatedBy: { type: String, default: null },
    documentId: { type: String, required: true },
    text: { type: String, required: true },
    selectedText: { type: String, required: true },
    originalQuote: { type: QuoteSchema, required: true },
    userNote: { type: String, default: '' },
    category: { type: Number, required: true },
    tags: { type: [String], required: true },
    version: { type: Number, required: true },
    pageNumber: { type: Number, required: true },
    itemId: { type: String, default: '' },
    itemIndex: { type: Number, required: true },
    start: { type: Number, required: true },
    end: { type: Number, required: true },
    anchored: { type: QuoteSchema, required: true },
    orphan: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    modifiedAt: { type: Date, required: true },
  },
  { collection: 'notes', versionKey: false, minimize: false },
);
/** A reader's notes on a document, newest first. */
NoteSchema.index({ ownerId: 1, documentId: 1, createdAt: -1 });
NoteSchema.index({ ownerId: 1, createdAt: -1 });
/** The notes on a page that has changed. */
NoteSchema.index({ documentId: 1, pageNumber: 1 });

/** A tag for notes; each reader has their own. */
export type NoteTagRow = { _id: string; ownerId: string; name: string; folded: string };

export const NOTE_TAGS = 'NoteTag';
export const NoteTagSchema = new mongoose.Schema<NoteTagRow>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    name: { type: String, required: true },
    folded: { type: String, required: true },
  },
  { collection: 'note_tags', versionKey: false },
);
/** One tag per reader and folded name (G72). */
NoteTagSchema.index({ ownerId: 1, folded: 1 }, { unique: true });
