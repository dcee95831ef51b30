import type { MediaType } from '@hamkhan/contracts/http/media';
import mongoose from 'mongoose';

/** A file that an owner or staff uploaded for the pages of a document. */
export type MediaRow = {
  _id: string;
  documentId: string;
  /** File name of the upload. */
  name: string;
  type: MediaType;
  /** Name in the store and in addresses. */
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
/** The same bytes are one file of a document, even if two uploads run at the same time. */
MediaSchema.index({ documentId: 1, objectName: 1 }, { unique: true });
/** The files of a document, newest first. */
MediaSchema.index({ documentId: 1, createdAt: -1 });
