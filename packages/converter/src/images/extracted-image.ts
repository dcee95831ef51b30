import { createHash } from 'node:crypto';
import type { ExtractedImage, ImageMediaType } from '../converter.js';

const EXTENSIONS: Record<ImageMediaType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
};

/** Names an image by its content, so that the same image of many pages is stored once. */
export const toExtractedImage = (bytes: Uint8Array, mediaType: ImageMediaType): ExtractedImage => ({
  name: `${createHash('sha256').update(bytes).digest('hex')}.${EXTENSIONS[mediaType]}`,
  mediaType,
  bytes,
});
