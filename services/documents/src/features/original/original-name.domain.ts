import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';

/** File systems allow 255 bytes; browsers insert ` (1)` into the name of a second download. */
const MAX_BYTES = 200;
const MAX_TITLE_LENGTH = 1_000;

/**
 * Characters not allowed in a file name: control characters, unpaired surrogates, private use, line ends, and direction overrides that
 * make `fdp.exe` look like `exe.pdf`. ZWNJ and ZWJ stay: Persian spelling needs them.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd]/gu;
/** Path separators, and characters with a meaning for Windows or a shell. */
const RESERVED = /[/\\:*?"<>|]/g;

/** A file name that is safe on every system: the title with the extension of the file's kind. */
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

/** Without dots and spaces at its ends: a leading dot hides a file, Windows drops a trailing one. */
const trimmed = (name: string): string => name.replace(/^[\s.\u200c\u200d]+|[\s.\u200c\u200d]+$/g, '');

/** As many whole grapheme clusters as fit. */
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
 * Content-Disposition of a download (RFC 6266, RFC 8187): an ASCII name for old clients, then the full name. The ASCII name has no percent
 * sign, because some clients would decode it.
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
