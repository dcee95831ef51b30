import { describe, expect, it } from '@jest/globals';
import { readPackageMetadata } from './package-metadata.js';

const metadata = (inner: string, rest = '') =>
  readPackageMetadata(
    Buffer.from(
      `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${inner}</metadata>${rest}</package>`,
    ),
  );

describe('readPackageMetadata', () => {
  it('reads title, authors, year and language', () => {
    expect(
      metadata(
        '<dc:title>Fog</dc:title><dc:creator>A. One</dc:creator><dc:creator>B. Two</dc:creator><dc:date>1913-05-01</dc:date><dc:language>en-GB</dc:language>',
      ),
    ).toEqual({ title: 'Fog', authors: ['A. One', 'B. Two'], year: 1913, language: 'en-GB' });
  });

  it('prefers the main title, authors to translators, publication to conversion', () => {
    expect(
      metadata(
        '<dc:title id="s">Sub</dc:title><dc:title id="m">Main</dc:title><meta refines="#m" property="title-type">main</meta>' +
          '<dc:creator id="t">T</dc:creator><meta refines="#t" property="role">trl</meta><dc:creator id="a">A</dc:creator>' +
          '<dc:date opf:event="conversion" xmlns:opf="x">2023-01-01</dc:date><dc:date opf:event="publication" xmlns:opf="x">1899</dc:date>',
      ),
    ).toEqual({ title: 'Main', authors: ['A'], year: 1899 });
  });

  it('never stops a book', () => {
    expect(metadata('<dc:title>Open <b>never closed')).toEqual({ title: 'Open' });
    expect(readPackageMetadata(Buffer.from('not xml'))).toEqual({});
    expect(
      metadata('<meta property="calibre:author_link_map">{broken</meta><dc:title>T</dc:title>'),
    ).toMatchObject({});
  });
});
