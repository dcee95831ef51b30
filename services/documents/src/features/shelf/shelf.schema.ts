import type { ShelfIcon } from '@hamkhan/contracts/http/shelves';
import mongoose from 'mongoose';

/** A place of a user's own for documents. */
export type ShelfRow = {
  /** Hex ObjectId; the general shelf's is told by its owner's (see generalShelfId). */
  _id: string;
  /** Public name in addresses (G04). */
  key: string;
  ownerId: string;
  name: string;
  /** The name, folded: what looks the same to a reader is the same name. */
  nameKey: string;
  description: string;
  icon: ShelfIcon;
  isPublic: boolean;
  /** Names of category tags. */
  tags: string[];
  /** The one shelf that stays as it is (ACC-SHELF-08). */
  isGeneral: boolean;
  /** Grows in each transaction that puts something on the shelf or takes the shelf away, so that two at once meet there. */
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
/** Every call that names a shelf by its key. */
ShelfSchema.index({ key: 1 }, { unique: true });
/** The shelves of a user; and no two of one name, also when a form is sent twice at once. */
ShelfSchema.index({ ownerId: 1, nameKey: 1 }, { unique: true });
