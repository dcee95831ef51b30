import type { MediaType } from '@hamkhan/contracts/http/media';
import mongoose from 'mongoose';

/** A file that somebody gave to a document for its pages. */
export type MediaRow = {
  _id: string;
  documentId: string;
  /** As it was called where it came from. */
  name: string;
  type: MediaType;
  /** What it is called in the store and in addresses. */
  objectName: string;
  /** Bytes. */
  size: number;
  addedBy: string;
  createdAt: Date;
};

export const MEDIA = 'Media';
export const MediaSchema = new mongoose.Schema<MediaRow>(
  {
    _id: { type: String, required: true },
    documentId: { type: String, required: true },
    name: { type: String, required: true },
    type: { type: String, required: true },
    objectName: { type: String, required: true },
    size: { type: Number, required: true },
    addedBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'media', versionKey: false },
);
/** The same bytes are one file of a document, also when they come twice at once. */
MediaSchema.index({ documentId: 1, objectName: 1 }, { unique: true });
/** The files of a document, newest first. */
MediaSchema.index({ documentId: 1, createdAt: -1 });
