import { fileTypeFromBuffer } from 'file-type';

/** Kinds of pictures and videos that the product accepts, named by file extension. */
export const MEDIA_KINDS = ['jpg', 'png', 'gif', 'bmp', 'webp', 'svg', 'mp4', 'avi', 'webm'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** file-type's extensions that are variants of a kind we accept. */
const VARIANTS: Record<string, MediaKind> = { apng: 'png', m4v: 'mp4' };

/**
 * Detects a picture or video by its first bytes (4 KiB suffice); its name and declared media type do not count. Null for everything else.
 * file-type knows neither SVG, which is text, nor a bitmap's header: it takes any text that begins with `BM` for one.
 */
export async function mediaKindOf(head: Buffer): Promise<MediaKind | null> {
  const detected = (await fileTypeFromBuffer(head))?.ext;
  if (detected === undefined || detected === 'xml') return isSvg(head) ? 'svg' : null;
  if (detected === 'bmp') return hasBitmapHeader(head) ? 'bmp' : null;
  return MEDIA_KINDS.find((kind) => kind === detected) ?? VARIANTS[detected] ?? null;
}

/** Sizes of the headers that follow the file header. */
const BITMAP_HEADERS = new Set([12, 40, 52, 56, 64, 108, 124]);
const hasBitmapHeader = (head: Buffer): boolean =>
  head.length >= 26 && BITMAP_HEADERS.has(head.readUInt32LE(14));

/** Whether a text begins with an `svg` element. A document type with entities is refused: entities can expand without limit. */
function isSvg(head: Buffer): boolean {
  let text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  text = text.replace(/^<\?xml[^<>]*\?>/, '').trimStart();
  for (;;) {
    if (text.startsWith('<!--')) {
      const end = text.indexOf('-->');
      if (end < 0) return false;
      text = text.slice(end + 3).trimStart();
    } else if (/^<!doctype svg[^[\]<>]*>/i.test(text)) {
      text = text.slice(text.indexOf('>') + 1).trimStart();
    } else {
      return /^<svg[\s/>]/.test(text);
    }
  }
}
