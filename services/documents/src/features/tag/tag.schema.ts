import mongoose from 'mongoose';

/** A tag of documents and shelves. */
export type TagRow = {
  /** Hex ObjectId. */
  _id: string;
  /** Its English name, which identifies it in requests. */
  name: string;
  /** Its Persian name. */
  translatedName: string;
  /** A category for public shelves. */
  isCategory: boolean;
  /** Position among the categories, lower first. */
  order: number;
};

export const TAGS = 'Tag';
export const TagSchema = new mongoose.Schema<TagRow>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    translatedName: { type: String, required: true },
    isCategory: { type: Boolean, required: true },
    order: { type: Number, required: true },
  },
  { collection: 'tags', versionKey: false },
);
/** Names are unique. */
TagSchema.index({ name: 1 }, { unique: true });
/** The list of categories, in order. */
TagSchema.index({ isCategory: 1, order: 1 });
