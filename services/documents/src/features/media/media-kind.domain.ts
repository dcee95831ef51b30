import type { MediaType } from '@hamkhan/contracts/http/media';

export const MEDIA_KINDS = {
  jpg: { type: 'image', mediaType: 'image/jpeg' },
  png: { type: 'image', mediaType: 'image/png' },
  gif: { type: 'image', mediaType: 'image/gif' },
  bmp: { type: 'image', mediaType: 'image/bmp' },
  webp: { type: 'image', mediaType: 'image/webp' },
  svg: { type: 'image', mediaType: 'image/svg+xml' },
  mp4: { type: 'video', mediaType: 'video/mp4' },
  avi: { type: 'video', mediaType: 'video/x-msvideo' },
  webm: { type: 'video', mediaType: 'video/webm' },
} as const satisfies Record<string, { type: MediaType; mediaType: string }>;
export type MediaKind = keyof typeof MEDIA_KINDS;

/** What a file is by its first bytes, whatever it is called (RDR-MEDIA-05, RDR-MEDIA-06, C22); null for everything we don't take. */
export function mediaKindOf(head: Buffer): MediaKind | null {
  const latin = head.toString('latin1');
  if (latin.startsWith('\xff\xd8\xff')) return 'jpg';
  if (latin.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(latin)) return 'gif';
  if (latin.startsWith('RIFF')) {
    const form = latin.slice(8, 12);
    return form === 'WEBP' ? 'webp' : form === 'AVI ' ? 'avi' : null;
  }
  if (latin.startsWith('BM')) return isBitmap(head) ? 'bmp' : null;
  if (latin.startsWith('ftyp', 4)) return MP4_BRANDS.test(latin.slice(8, 12)) ? 'mp4' : null;
  // RFC 9559: the document type of an EBML file stands in its header.
  if (latin.startsWith('\x1a\x45\xdf\xa3'))
    return latin.slice(0, 64).includes('\x42\x82\x84webm') ? 'webm' : null;
  return isSvg(head) ? 'svg' : null;
}

/** ISO base media files with MPEG-4 in them; QuickTime (`qt  `), pictures (`heic`, `avif`) and audio (`M4A `) have others. */
const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|av01|M4V |dash|mmp4|MSNV|f4v )$/;

/** Sizes of the headers that come after the file header. */
const BITMAP_HEADERS = new Set([12, 40, 52, 56, 64, 108, 124]);
const isBitmap = (head: Buffer): boolean => head.length >= 26 && BITMAP_HEADERS.has(head.readUInt32LE(14));

/** A text that begins with an `svg` element. One that declares entities is none to us: they can grow without end. */
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
