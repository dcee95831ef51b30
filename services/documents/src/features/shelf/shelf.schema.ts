import type { ShelfIcon } from '@hamkhan/contracts/http/shelves';
import mongoose from 'mongoose';

/** A user's shelf for documents. */
export type ShelfRow = {
  /** Hex ObjectId; for the general shelf see `generalShelfId`. */
  _id: string;
  /** Public name in addresses (G04). */
  key: string;
  ownerId: string;
  name: string;
  /** Folded name: names that look the same are the same. */
  nameKey: string;
  description: string;
  icon: ShelfIcon;
  isPublic: boolean;
  /** Names of category tags. */
  tags: string[];
  /** The shelf that every user has and cannot change (ACC-SHELF-08). */
  isGeneral: boolean;
  /** Incremented by each transaction that uses or removes the shelf, so that concurrent ones conflict. */
  writes: number;
  createdAt: Date;
  modifiedAt: Date;
};

export const SHELVES = 'Shelf';
export const ShelfSchema = new mongoose.Schema<ShelfRow>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    ownerId: { type: String, required: true },
    name: { type: String, required: true },
    nameKey: { type: String, required: true },
    description: { type: String, default: '' },
    icon: { type: String, required: true },
    isPublic: { type: Boolean, required: true },
    tags: { type: [String], required: true },
    isGeneral: { type: Boolean, required: true },
    writes: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    modifiedAt: { type: Date, required: true },
  },
  { collection: 'shelves', versionKey: false },
);
/** Lookup by key. */
ShelfSchema.index({ key: 1 }, { unique: true });
/** The shelves of a user, with unique names even if a form is sent twice at once. */
ShelfSchema.index({ ownerId: 1, nameKey: 1 }, { unique: true });
