import { describe, expect, it } from '@jest/globals';
import { mediaKindOf, type MediaKind } from './media-kind.domain.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const bitmap = (headerSize: number): Buffer => {
  const head = Buffer.alloc(60);
  head.write('BM');
  head.writeUInt32LE(headerSize, 14);
  return head;
};

describe('what a file is by its first bytes', () => {
  it.each<[string, Buffer, MediaKind]>([
    ['JPEG', bytes('\xff\xd8\xff\xe0\x00\x10JFIF'), 'jpg'],
    ['PNG', bytes('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'), 'png'],
    ['GIF', bytes('GIF89a\x01\x00'), 'gif'],
    ['BMP', bitmap(40), 'bmp'],
    ['WebP', bytes('RIFF\x10\x00\x00\x00WEBPVP8 '), 'webp'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg'],
    [
      'SVG with all that may come before',
      Buffer.from(
        '\ufeff<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD" "x.dtd">\n<!-- b --><svg>',
      ),
      'svg',
    ],
    ['MP4', bytes('\x00\x00\x00\x20ftypisom\x00\x00\x02\x00'), 'mp4'],
    ['AVI', bytes('RIFF\x10\x00\x00\x00AVI LIST'), 'avi'],
    [
      'WebM',
      bytes(
        '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm',
      ),
      'webm',
    ],
  ])('[RDR-MEDIA-05] [RDR-MEDIA-06] takes %s', (_, head, kind) => {
    expect(mediaKindOf(head)).toBe(kind);
  });

  it.each<[string, Buffer]>([
    ['TIFF', bytes('II*\x00\x08\x00')],
    ['QuickTime', bytes('\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00')],
    ['HEIC', bytes('\x00\x00\x00\x18ftypheic\x00\x00')],
    ['Matroska', bytes('\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska')],
    ['a sound', bytes('RIFF\x10\x00\x00\x00WAVEfmt ')],
    ['a text that begins with BM', bytes('BMW is a maker of cars and of motorcycles')],
    ['an HTML page', Buffer.from('<html><svg></svg></html>')],
    ['an SVG that declares entities', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')],
    ['a comment without end', Buffer.from(`<!-- ${'-'.repeat(4_000)}`)],
    ['a program', bytes('MZ\x90\x00')],
    ['a PDF', bytes('%PDF-1.7')],
    ['nothing', Buffer.alloc(0)],
  ])('[RDR-MEDIA-05] [RDR-MEDIA-06] refuses %s', (_, head) => {
    expect(mediaKindOf(head)).toBeNull();
  });
});
