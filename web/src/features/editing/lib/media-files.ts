import { MAX_MEDIA_BYTES, MEDIA_EXTENSIONS, type MediaType } from '@hamkhan/contracts/http/media';

export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Why a file cannot be uploaded; null when it can (RDR-MEDIA-05, -06). */
export const fileRefusal = (
  file: Pick<File, 'name' | 'size'>,
  type: MediaType,
): 'type' | 'size' | 'empty' | null => {
  const known: readonly string[] = MEDIA_EXTENSIONS[type];
  if (!known.includes(extensionOf(file.name))) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > MAX_MEDIA_BYTES[type] ? 'size' : null;
};

/** The `accept` value of the file input. */
export const acceptOf = (type: MediaType): string =>
  MEDIA_EXTENSIONS[type].map((extension) => `.${extension}`).join(',');
