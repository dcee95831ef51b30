import { pageImageRoute } from '@hamkhan/contracts/routes/reader';
import { pathOf } from '@hamkhan/contracts/routes/route';

const NAME = /^[0-9a-f]{64}\.(png|jpg|webp|gif|bmp|svg)$/;

const MEDIA_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
};

/** Images are named by the SHA-256 of their bytes, so a name always means the same image. */
export const isImageName = (name: string): boolean => NAME.test(name);

/** Media type of an image by its name; only for names that `isImageName` accepts. */
export const imageMediaType = (name: string): string =>
  MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

export const imageFolder = (documentId: string) => `images/${documentId}/` as const;
export const imageObjectKey = (documentId: string, name: string): string =>
  `${imageFolder(documentId)}${name}`;

/** Path of an image, without its signature. Without the slash at its end it is redirected (ACC-CONV-13). */
export const imagePath = (documentKey: string, name: string): string =>
  pathOf(pageImageRoute, { documentId: documentKey, name });

/** The name in an object key of this document; null for any other key, so that a page cannot refer to another document. */
export function imageNameOf(documentId: string, objectKey: string | null | undefined): string | null {
  const folder = imageObjectKey(documentId, '');
  if (!objectKey?.startsWith(folder)) return null;
  const name = objectKey.slice(folder.length);
  return isImageName(name) ? name : null;
}
