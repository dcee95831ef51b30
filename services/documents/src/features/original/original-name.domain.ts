import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';

/** File systems take 255 bytes; browsers put ` (1)` before the ending of a second one. */
const MAX_BYTES = 200;
const MAX_TITLE_LENGTH = 1_000;

/**
 * What must not be in a file name: control characters, halves of pairs, private letters, ends of lines, and what turns the direction of what
 * follows, so that `fdp.exe` reads as `exe.pdf`. ZWNJ and ZWJ stay: Persian words are written with them.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd]/gu;
/** Separators of folders, and what Windows or a shell takes for something else. */
const RESERVED = /[/\\:*?"<>|]/g;

/** A name for the file of a document that is safe to keep anywhere: made of its title, with the ending that its kind has. */
export function originalFileName(title: string, kind: DocumentKind): string {
  const ending = `.${kind}`;
  const plain = title
    .slice(0, MAX_TITLE_LENGTH)
    .normalize('NFC')
    .replace(RESERVED, ' ')
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ');
  const bare = trimmed(plain.toLowerCase().endsWith(ending) ? plain.slice(0, -ending.length) : plain);
  return `${trimmed(within(bare, MAX_BYTES - ending.length)) || 'document'}${ending}`;
}

/** Without a dot or a space at its ends: the first hides a file, the last is lost on Windows. */
const trimmed = (name: string): string => name.replace(/^[\s.\u200c\u200d]+|[\s.\u200c\u200d]+$/g, '');

/** As many whole letters as fit, with the marks on them. */
function within(text: string, maxBytes: number): string {
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept;
}

/**
 * Content-Disposition for a file to be saved (RFC 6266, RFC 8187): the name in full, and before it one that old clients understand too.
 * A percent sign is left out of that one, since some would decode it.
 */
export function attachment(fileName: string): string {
  const ending = fileName.slice(fileName.lastIndexOf('.'));
  const isPlain = /^[\x20-\x7e]+$/.test(fileName) && !/["%\\]/.test(fileName);
  const whole = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${isPlain ? fileName : `document${ending}`}"; filename*=UTF-8''${whole}`;
}
