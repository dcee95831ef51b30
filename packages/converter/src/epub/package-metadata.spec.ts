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

  it('reads the subtitle, the longest description as plain text, and subjects', () => {
    expect(
      metadata(
        '<dc:title id="t">Fog</dc:title><dc:title id="s">A tale of the sea</dc:title>' +
          '<meta refines="#t" property="title-type">main</meta><meta refines="#s" property="title-type">subtitle</meta>' +
          '<dc:description>A tale of the sea and of fog.</dc:description>' +
          '<dc:description>&lt;p&gt;A tale of the sea &amp;amp; of &lt;b&gt;fog&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;steal()&lt;/script&gt;' +
          '&lt;p onclick="steal()"&gt;For &lt;a href="javascript:steal()"&gt;all&lt;/a&gt; ages.&lt;/p&gt;&lt;style&gt;p{}&lt;/style&gt;</dc:description>' +
          '<dc:subject>Fog -- Fiction</dc:subject><dc:subject>Sea stories</dc:subject><dc:subject>FIC028000</dc:subject><dc:subject>fog</dc:subject>',
      ),
    ).toEqual({
      title: 'Fog',
      subtitle: 'A tale of the sea',
      description: 'A tale of the sea & of fog.\nFor all ages.',
      tags: ['Fog', 'Fiction', 'Sea stories'],
    });
  });

  it('joins lines of a description that break inside a sentence', () => {
    const description = 'A tale of the sea and\nof the fog on it.\nIts second paragraph.\n\nIts third';
    expect(metadata(`<dc:description>${description}</dc:description>`).description).toBe(
      'A tale of the sea and of the fog on it.\nIts second paragraph.\nIts third',
    );
  });

  it('reads what it can from broken metadata', () => {
    expect(metadata('<dc:title>Open <b>never closed')).toEqual({ title: 'Open' });
    expect(readPackageMetadata(Buffer.from('not xml'))).toEqual({});
    expect(
      metadata('<meta property="calibre:author_link_map">{broken</meta><dc:title>T</dc:title>'),
    ).toMatchObject({});
  });
});
