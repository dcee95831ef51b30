import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';

/** Readers accept `%PDF` after up to this many other bytes (PDF reference, implementation note 13). */
const PDF_HEADER_WITHIN = 1024;
const ZIP_NAME_LENGTH_AT = 26;
const ZIP_NAME_AT = 30;
const EPUB_TYPE = 'application/epub+zip';

/** Detects the kind of a document by its first bytes, not by its name or declared type; null for unsupported files (C25). */
export function kindOf(head: Buffer): DocumentKind | null {
  if (head.subarray(0, 8).toString('latin1') === 'AT&TFORM') {
    return /^DJV[UM]$/.test(head.subarray(12, 16).toString('latin1')) ? 'djvu' : null;
  }
  if (isEpub(head)) return 'epub';
  return head.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-') ? 'pdf' : null;
}

/** The first zip entry is `mimetype`, stored, with the media type (OCF 3.3, 4.3). Some writers deflate it; then its name is enough. */
function isEpub(head: Buffer): boolean {
  if (head.length < ZIP_NAME_AT || head.readUInt32LE(0) !== 0x04034b50) return false;
  const nameLength = head.readUInt16LE(ZIP_NAME_LENGTH_AT);
  const extraLength = head.readUInt16LE(ZIP_NAME_LENGTH_AT + 2);
  const name = head.subarray(ZIP_NAME_AT, ZIP_NAME_AT + nameLength).toString('latin1');
  if (name !== 'mimetype') return false;
  const isStored = head.readUInt16LE(8) === 0;
  const start = ZIP_NAME_AT + nameLength + extraLength;
  return !isStored || head.subarray(start, start + EPUB_TYPE.length).toString('latin1') === EPUB_TYPE;
}

export const mediaTypeOf = (kind: DocumentKind): string =>
  ({ pdf: 'application/pdf', epub: EPUB_TYPE, djvu: 'image/vnd.djvu' })[kind];
