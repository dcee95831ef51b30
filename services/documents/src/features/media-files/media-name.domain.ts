import { createHash } from 'node:crypto';
import type { MediaType } from '@hamkhan/contracts/http/media';
import { documentVideoRoute } from '@hamkhan/contracts/routes/reader';
import { pathOf } from '@hamkhan/contracts/routes/route';
import type { MediaKind } from '@hamkhan/platform/media/media-kind';
import type { DocumentRow } from '../document/document.schema.js';
import { imageObjectKey, imagePath } from '../page/image-name.domain.js';
import { windowOf, type ImageSigner } from '../page/image-signature.domain.js';
import { MEDIA_KINDS } from './media-kinds.domain.js';

const VIDEO_NAME = /^[0-9a-f]{64}\.(mp4|avi|webm)$/;
export const isVideoName = (name: string): boolean => VIDEO_NAME.test(name);

/**
 * The name of a file in the store and in addresses. It is not the plain hash of the bytes: the pipeline names the images of the
 * document by that hash, and they must stay when a media file of the same bytes is removed.
 */
export const mediaObjectName = (sha256: string, kind: MediaKind): string =>
  `${createHash('sha256').update(`media ${sha256}`).digest('hex')}.${kind}`;

export const videoFolder = (documentId: string) => `videos/${documentId}/` as const;
export const mediaObjectKey = (documentId: string, type: MediaType, name: string): string =>
  type === 'image' ? imageObjectKey(documentId, name) : `${videoFolder(documentId)}${name}`;

/** Media type of a file by its name. */
export const mediaTypeOf = (name: string): string =>
  MEDIA_KINDS[name.slice(name.lastIndexOf('.') + 1) as MediaKind].mediaType;

/** Signed address of a file, valid for some minutes, because <img> and <video> send no bearer token (C35). */
export function mediaAddress(
  document: Pick<DocumentRow, '_id' | 'key' | 'addressEpoch'>,
  { type, objectName }: { type: MediaType; objectName: string },
  signer: ImageSigner,
  now: number = Date.now(),
): string {
  const path =
    type === 'image'
      ? imagePath(document.key, objectName)
      : pathOf(documentVideoRoute, { documentId: document.key, name: objectName });
  return `${path}?${signer.query(document, objectName, windowOf(now))}`;
}
