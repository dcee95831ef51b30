import { MAX_MEDIA_BYTES, MEDIA_EXTENSIONS, type MediaType } from '@hamkhan/contracts/http/media';

export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Why a file is not taken; null when it is (RDR-MEDIA-05, -06). */
export const refusalOf = (
  file: Pick<File, 'name' | 'size'>,
  type: MediaType,
): 'type' | 'size' | 'empty' | null => {
  const known: readonly string[] = MEDIA_EXTENSIONS[type];
  if (!known.includes(extensionOf(file.name))) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > MAX_MEDIA_BYTES[type] ? 'size' : null;
};

/** What the platform's file dialog offers. */
export const acceptOf = (type: MediaType): string =>
  MEDIA_EXTENSIONS[type].map((extension) => `.${extension}`).join(',');
