import mongoose from 'mongoose';

/** Where a document stands in the library of one user (C23): the owner's, or someone's who keeps a document of the catalogue. */
export type PlacementRow = {
  userId: string;
  documentId: string;
  shelfId: string;
  /** Place on the shelf, lower first: minus the time it came (ms since 1970) until a person arranges the shelf. */
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
/** A document stands on exactly one shelf of a user, however many calls move it at once. */
PlacementSchema.index({ userId: 1, documentId: 1 }, { unique: true });
/** What stands on a shelf. */
PlacementSchema.index({ userId: 1, shelfId: 1 });
