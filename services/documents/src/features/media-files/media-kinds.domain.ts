import type { MediaType } from '@hamkhan/contracts/http/media';
import type { MediaKind } from '@hamkhan/platform/media/media-kind';

/** How each accepted kind of file is listed and served. */
export const MEDIA_KINDS = {
  jpg: { type: 'image', mediaType: 'image/jpeg' },
  png: { type: 'image', mediaType: 'image/png' },
  gif: { type: 'image', mediaType: 'image/gif' },
  bmp: { type: 'image', mediaType: 'image/bmp' },
  webp: { type: 'image', mediaType: 'image/webp' },
  svg: { type: 'image', mediaType: 'image/svg+xml' },
  mp4: { type: 'video', mediaType: 'video/mp4' },
  avi: { type: 'video', mediaType: 'video/x-msvideo' },
  webm: { type: 'video', mediaType: 'video/webm' },
} as const satisfies Record<MediaKind, { type: MediaType; mediaType: string }>;
