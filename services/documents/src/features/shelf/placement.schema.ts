import mongoose from 'mongoose';

/** A document in the library of a user (C23): of its owner, or of a reader of a catalogue document. */
export type PlacementRow = {
  userId: string;
  documentId: string;
  shelfId: string;
  /** Position on the shelf, lower first: the negated time it was added (ms since 1970) until the user reorders the shelf. */
  order: number;
};

export const PLACEMENTS = 'Placement';
export const PlacementSchema = new mongoose.Schema<PlacementRow>(
  {
    userId: { type: String, required: true },
    documentId: { type: String, required: true },
    shelfId: { type: String, required: true },
    order: { type: Number, required: true },
  },
  { collection: 'placements', versionKey: false },
);
/** A document is on exactly one shelf of a user, even if concurrent requests move it. */
PlacementSchema.index({ userId: 1, documentId: 1 }, { unique: true });
/** The libraries that have a document which is removed. */
PlacementSchema.index({ documentId: 1 });
/** The documents on a shelf. */
PlacementSchema.index({ userId: 1, shelfId: 1 });
