import { z } from 'zod';

export const MEDIA_TYPES = ['image', 'video'] as const;
export const MediaType = z.enum(MEDIA_TYPES);
export type MediaType = z.infer<typeof MediaType>;

/** Endings of names that the file manager takes (RDR-MEDIA-05, -06); the server goes by the first bytes. */
export const MEDIA_EXTENSIONS = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp', 'svg'],
  video: ['mp4', 'avi', 'webm'],
} as const satisfies Record<MediaType, readonly string[]>;

/** Largest file, in bytes. */
export const MAX_MEDIA_BYTES = {
  image: 10 * 1024 * 1024,
  video: 100 * 1024 * 1024,
} as const satisfies Record<MediaType, number>;
/** Files of one document. */
export const MAX_MEDIA_FILES = 500;

/** A file of a document (RDR-MEDIA-01). `file` is its address, signed for a while; figures take it as `src`. */
export const MediaFile = z.object({
  id: z.string(),
  file: z.string(),
  name: z.string(),
  type: MediaType,

  /** Bytes. */
  size: z.number().int(),
  created_date: z.string(),
});
export type MediaFile = z.infer<typeof MediaFile>;

/** Query of `document/media/list/`: the files of the document that the page is of, newest first. */
export const MediaListQuery = z.strictObject({
  page_id: z.string().min(1).max(40),
  type: MediaType.optional(),
});
export type MediaListQuery = z.infer<typeof MediaListQuery>;
export const MediaListResponse = z.object({
  status: z.literal('success'),
  document_media_files: z.array(MediaFile),
});
export type MediaListResponse = z.infer<typeof MediaListResponse>;

/** The field beside `file` in the multipart form of `document/media/save/`; it may come before or after the file. */
export const SaveMediaFields = z.strictObject({ page_id: z.string().min(1).max(40) });
export type SaveMediaFields = z.infer<typeof SaveMediaFields>;
export const SaveMediaResponse = z.object({ status: z.literal('success'), media: MediaFile });
export type SaveMediaResponse = z.infer<typeof SaveMediaResponse>;

/** The form of `document/media/remove/`. `topic` says what for and comes back with an error (RDR-MEDIA-07). */
export const RemoveMediaRequest = z.strictObject({
  media_id: z.string().min(1).max(40),
  topic: z.string().max(200).default(''),
});
export type RemoveMediaRequest = z.infer<typeof RemoveMediaRequest>;
export const RemoveMediaResponse = z.object({ status: z.literal('success') });
export type RemoveMediaResponse = z.infer<typeof RemoveMediaResponse>;
