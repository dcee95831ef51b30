import { describe, expect, it } from '@jest/globals';
import { mediaKindOf, type MediaKind } from './media-kind.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const bitmap = (headerSize: number): Buffer => {
  const head = Buffer.alloc(60);
  head.write('BM');
  head.writeUInt32LE(headerSize, 14);
  return head;
};
const ftyp = (brand: string): Buffer => bytes(`\x00\x00\x00\x20ftyp${brand}\x00\x00\x02\x00`);

const ACCEPTED: [string, Buffer, MediaKind][] = [
  ['JPEG', bytes('\xff\xd8\xff\xe0\x00\x10JFIF'), 'jpg'],
  ['PNG', bytes('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'), 'png'],
  [
    'an animated PNG',
    bytes(`\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR${'\0'.repeat(17)}\x00\x00\x00\x08acTL${'\0'.repeat(12)}`),
    'png',
  ],
  ['GIF', bytes('GIF89a\x01\x00'), 'gif'],
  ['BMP', bitmap(40), 'bmp'],
  ['WebP', bytes('RIFF\x10\x00\x00\x00WEBPVP8 '), 'webp'],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg'],
  [
    'SVG after an XML declaration, comments and a document type',
    Buffer.from(
      '\ufeff<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD" "x.dtd">\n<!-- b --><svg>',
    ),
    'svg',
  ],
  ['SVG after an XML declaration', Buffer.from('<?xml version="1.0"?><svg/>'), 'svg'],
  ['MP4', ftyp('isom'), 'mp4'],
  ['MP4 of an iTunes store', ftyp('M4V '), 'mp4'],
  ['AVI', bytes('RIFF\x10\x00\x00\x00AVI LIST'), 'avi'],
  [
    'WebM',
    bytes(
      '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm',
    ),
    'webm',
  ],
];

describe('mediaKindOf', () => {
  it.each(ACCEPTED)('accepts %s [RDR-MEDIA-05] [RDR-MEDIA-06]', async (_, head, kind) => {
    expect(await mediaKindOf(head)).toBe(kind);
  });

  it.each<[string, Buffer]>([
    ['TIFF', bytes('II*\x00\x08\x00')],
    ['QuickTime', ftyp('qt  ')],
    ['HEIC', ftyp('heic')],
    ['AVIF', ftyp('avif')],
    ['MPEG-4 audio', ftyp('M4A ')],
    ['Matroska', bytes('\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska')],
    ['WAVE audio', bytes('RIFF\x10\x00\x00\x00WAVEfmt ')],
    ['a text that begins with BM', bytes('BMW is a maker of cars and of motorcycles')],
    ['an HTML page', Buffer.from('<html><svg></svg></html>')],
    ['an SVG that declares entities', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')],
    ['an XML file that is not SVG', Buffer.from('<?xml version="1.0"?><html/>')],
    ['a comment without an end', Buffer.from(`<!-- ${'-'.repeat(4_000)}`)],
    ['a program', bytes('MZ\x90\x00')],
    ['a PDF', bytes('%PDF-1.7')],
    ['an empty file', Buffer.alloc(0)],
  ])('refuses %s [RDR-MEDIA-05] [RDR-MEDIA-06]', async (_, head) => {
    expect(await mediaKindOf(head)).toBeNull();
  });

  it.each(ACCEPTED)('never throws for a truncated or overwritten head of %s', async (_, head) => {
    for (let length = 0; length < head.length; length += 1) {
      await expect(mediaKindOf(head.subarray(0, length))).resolves.not.toThrow();
      const overwritten = Buffer.from(head);
      overwritten.fill(0xff, length, Math.min(length + 4, head.length));
      await expect(mediaKindOf(overwritten)).resolves.not.toThrow();
    }
  });
});
