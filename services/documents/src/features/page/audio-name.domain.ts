import { pageAudioRoute } from '@hamkhan/contracts/routes/reader';
import { pathOf } from '@hamkhan/contracts/routes/route';

const NAME = /^[0-9a-f]{64}\.mp3$/;

export const AUDIO_MEDIA_TYPE = 'audio/mpeg';

/** Audio files are named by the SHA-256 of their bytes, as images are. */
export const isAudioName = (name: string): boolean => NAME.test(name);

export const audioFolder = (documentId: string) => `audio/${documentId}/` as const;
export const audioObjectKey = (documentId: string, name: string): string =>
  `${audioFolder(documentId)}${name}`;

/** Path of the audio of a page, without its signature. */
export const audioPath = (documentKey: string, name: string): string =>
  pathOf(pageAudioRoute, { documentId: documentKey, name });

/** The name in an object key of this document; null for any other key. */
export function audioNameOf(documentId: string, objectKey: string | null | undefined): string | null {
  const folder = audioObjectKey(documentId, '');
  if (!objectKey?.startsWith(folder)) return null;
  const name = objectKey.slice(folder.length);
  return isAudioName(name) ? name : null;
}
