import mongoose from 'mongoose';

/** A word that documents and shelves are filed under. */
export type TagRow = {
  /** Hex ObjectId. */
  _id: string;
  /** What calls name it by; its English name. */
  name: string;
  /** Its Persian name. */
  translatedName: string;
  /** One of the few that shelves are shared under. */
  isCategory: boolean;
  /** Place among the categories, lower first. */
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
/** A name is one tag. */
TagSchema.index({ name: 1 }, { unique: true });
/** The list of categories, in order. */
TagSchema.index({ isCategory: 1, order: 1 });
