import { describe, expect, it } from '@jest/globals';
import { kindOf } from './file-kind.domain.js';

const zip = (name: string, content: string, method = 0): Buffer => {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), Buffer.from(content)]);
};

describe('kindOf', () => {
  it.each<[string, Buffer, string | null]>([
    ['a PDF', Buffer.from('%PDF-1.7\n…'), 'pdf'],
    ['a PDF after other bytes', Buffer.concat([Buffer.alloc(1_000, 10), Buffer.from('%PDF-1.4')]), 'pdf'],
    [
      'a PDF behind too much rubbish',
      Buffer.concat([Buffer.alloc(1_030, 10), Buffer.from('%PDF-1.4')]),
      null,
    ],
    ['an EPUB', zip('mimetype', 'application/epub+zip'), 'epub'],
    ['an EPUB with a deflated type', zip('mimetype', 'K,(\xc8', 8), 'epub'],
    ['another zip with a mimetype entry', zip('mimetype', 'application/vnd.oasis.opendocument.text'), null],
    ['a Word file', zip('[Content_Types].xml', '<xml>'), null],
    ['a zip that hides a PDF header', zip('a.txt', 'an empty file'), null],
    ['a DJVU page', Buffer.from('AT&TFORM\0\0\0\0DJVUINFO'), 'djvu'],
    ['a DJVU book', Buffer.from('AT&TFORM\0\0\0\0DJVMDIRM'), 'djvu'],
    ['a DJVU of shared parts', Buffer.from('AT&TFORM\0\0\0\0DJVIINFO'), null],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), null],
    ['a text', Buffer.from('hello'), null],
    ['an empty file', Buffer.alloc(0), null],
    ['half a zip header', zip('mimetype', '').subarray(0, 20), null],
  ])('%s', (_, head, expected) => {
    expect(kindOf(head)).toBe(expected);
  });
});
