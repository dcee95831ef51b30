import type { NoteCategory, NoteVersion } from '@hamkhan/contracts/http/notes';
import type { Quote } from '@hamkhan/contracts/quote-anchor';
import mongoose from 'mongoose';

/** Where a note stands in the text it was taken on. */
export type NotePosition = {
  version: NoteVersion;
  /** Zero-based. */
  pageNumber: number;
  itemId: string;
  itemIndex: number;
  /** UTF-16 units of the item's words; `end` may reach into the items that follow. */
  start: number;
  end: number;
  /** What stands there now, and around it. */
  anchored: Quote;
  /** The passage is not in the text as it is now; the rest says where it last was. */
  orphan: boolean;
};

/** What a reader has noted on a passage. */
export type NoteRow = NotePosition & {
  _id: string;
  ownerId: string;
  documentId: string;
  /** The passage, as its reader may have changed it (G44). */
  text: string;
  /** The passage as it was selected; never changes. */
  selectedText: string;
  /** What stood there and around it when the note was taken; never changes. */
  taken: Quote;
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
    documentId: { type: String, required: true },
    text: { type: String, required: true },
    selectedText: { type: String, required: true },
    taken: { type: QuoteSchema, required: true },
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
/** A reader's notes, newest first, and how many there are on a document. */
NoteSchema.index({ ownerId: 1, documentId: 1, createdAt: -1 });
NoteSchema.index({ ownerId: 1, createdAt: -1 });
/** Which notes a page that changed carries. */
NoteSchema.index({ documentId: 1, pageNumber: 1 });

/** A word of a reader's own to sort notes by. */
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
/** A reader has each tag once, however it is written (G72). */
NoteTagSchema.index({ ownerId: 1, folded: 1 }, { unique: true });
