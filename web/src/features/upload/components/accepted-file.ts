import { MAX_UPLOAD_BYTES } from '@hamkhan/contracts/http/documents';

/** File types of the file picker (ACC-UPLOAD-13). */
export const PICKER_ACCEPT = '.pdf,.djvu,.epub';

const TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/x-pdf',
  'application/epub+zip',
  'application/epub',
  'image/vnd.djvu',
  'image/vnd.djvu+multipage',
  'image/x-djvu',
  'image/x.djvu',
  'image/djvu',
  'application/djvu',
  'application/x-djvu',
  'application/vnd.djvu',
]);
/** Types that browsers report for unknown files; the file name decides then. */
const UNKNOWN: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream']);
const NAMES = /\.(?:pdf|epub|djvu?)$/i;

export type Refusal = 'type' | 'empty' | 'large';

/** Why a file cannot be uploaded; null if it can. The server checks its content. */
export const refusalOf = (file: Pick<File, 'name' | 'type' | 'size'>): Refusal | null => {
  const type = file.type.toLowerCase();
  if (!TYPES.has(type) && !(UNKNOWN.has(type) && NAMES.test(file.name))) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > MAX_UPLOAD_BYTES ? 'large' : null;
};
