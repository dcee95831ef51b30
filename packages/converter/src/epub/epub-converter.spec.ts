import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageContent } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { knownText } from '@hamkhan/testing/fixtures/fixture-text';
import {
  makePathTraversalEpub,
  makeTruncatedEpub,
  makeZipBombEpub,
  TRAVERSAL_CONTENT,
} from '@hamkhan/testing/fixtures/make-broken-epub';
import { EPUB_KNOWN, epubEntries, makeEpub } from '@hamkhan/testing/fixtures/make-epub';
import { zipArchive, type ZipEntry } from '@hamkhan/testing/fixtures/zip-archive';
import type { ConverterContext, ExtractedPage } from '../converter.js';
import { isFailedPage } from '../converter.js';
import { EpubConverter } from './epub-converter.js';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'epub-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const save = async (bytes: Buffer): Promise<string> => {
  count += 1;
  const file = join(folder, `${count}.epub`);
  await writeFile(file, bytes);
  return file;
};
const refuse = () => Promise.reject(new Error('an EPUB needs no tools and no recognition'));
const context = (limits: Partial<ConverterContext['limits']> = {}): ConverterContext => ({
  language: 'en',
  workDir: folder,
  tools: { run: refuse, has: refuse },
  ocr: { recognise: refuse, close: refuse },
  limits: { maxPages: 100, maxPixels: 10_000_000, maxInflatedBytes: 64 * 1024 * 1024, ...limits },
  signal: new AbortController().signal,
});

const pagesOf = async (file: string, range = { from: 0, to: 999 }): Promise<ExtractedPage[]> => {
  const pages: ExtractedPage[] = [];
  for await (const page of new EpubConverter().extract(file, range, context())) {
    if (isFailedPage(page)) throw page.error;
    pages.push(page);
  }
  return pages;
};
const replaced = (name: string, change: (content: string) => string): ZipEntry[] =>
  epubEntries().map((entry) =>
    entry.name === name ? { ...entry, content: change(String(entry.content)) } : entry,
  );

describe('EpubConverter', () => {
  it.each<[2 | 3, SourceLanguage]>([
    [2, 'en'],
    [3, 'en'],
    [3, 'ar'],
    [3, 'zh'],
    [2, 'he'],
  ])('reads the whole content of an EPUB %i in %s', async (version, language) => {
    const known = knownText(language);
    const file = await save(makeEpub({ version, language }));
    const inspection = await new EpubConverter().inspect(file, context());
    expect(inspection).toMatchObject({ kind: 'epub', title: known.title, declaredLanguage: language });
    expect(inspection.outline.map((entry) => entry.title)).toEqual([
      known.title,
      known.section,
      known.runningHead,
    ]);
    expect(inspection.sample).toContain(known.paragraphs[0]);

    const pages = await pagesOf(file);
    expect(pages).toHaveLength(inspection.totalPages);
    for (const page of pages) PageContent.parse(page.content);
    const items = pages.flatMap((page) => page.content.items);
    const ofType = (type: string) => items.filter((item) => item.type === type);
    expect(ofType('heading').map((item) => item.content)).toEqual([
      known.title,
      known.section,
      known.runningHead,
    ]);
    const texts = ofType('text').map((item) => item.content);
    for (const paragraph of known.paragraphs) expect(texts).toContain(paragraph);
    expect(texts.join('\n')).toContain(known.footnote);
    expect(ofType('list')[0]).toMatchObject({
      'list-items': [
        { content: known.list[0], 'list-items': [{ content: 'A' }, { content: 'B' }], list_type: 'ordered' },
        { content: known.list[1] },
        { content: known.list[2] },
      ],
    });
    expect(ofType('table_caption')[0]?.content).toBe(known.tableCaption);
    expect(ofType('table')[0]?.content.split('\n')[0]).toBe(`| ${known.table[0]?.join(' | ')} |`);
    expect(ofType('figure')[0]).toMatchObject({ caption: known.figureCaption, description: known.title });
    expect(ofType('code')[0]).toMatchObject({ content: EPUB_KNOWN.code, language: 'javascript' });
    // EPUB 2 has no MathML: the formula is a line of text there.
    const formulas = ofType(version === 3 ? 'math' : 'text').map((item) => item.content);
    expect(formulas).toContain(version === 3 ? 'a^2 + b^2 = c^2' : '*a*²+*b*²=*c*²');
  });

  it('places a footnote at the foot of the page that refers to it, after its marker', async () => {
    const pages = await pagesOf(await save(makeEpub()));
    const page = pages.find(({ content }) => content.items.some((item) => item.content === '¹'));
    expect(page?.content.items.at(-1)?.content).toBe(`¹ ${knownText('en').footnote}`);
  });

  it('delivers each image with the page that shows it', async () => {
    const pages = await pagesOf(await save(makeEpub()));
    const page = pages.find(({ images }) => images.length > 0);
    const figure = page?.content.items.find((item) => item.type === 'figure');
    expect(page?.images).toMatchObject([{ mediaType: 'image/png', name: figure?.src }]);
  });

  it('gives the same page with the same ids in every range', async () => {
    const paragraphs = Array.from(
      { length: 40 },
      (_, i) => `<p>Paragraph ${i} ${'word '.repeat(60)}</p>`,
    ).join('');
    const file = await save(
      zipArchive(
        replaced('OEBPS/chapter-3.xhtml', (content) => content.replace('</body>', `${paragraphs}</body>`)),
      ),
    );
    const all = await pagesOf(file);
    expect(all.length).toBeGreaterThan(6);
    expect(await pagesOf(file, { from: 3, to: 4 })).toEqual(all.slice(3, 5));
  });

  it('cuts pages at the page breaks of the print edition', async () => {
    const paragraphs = Array.from(
      { length: 6 },
      (_, i) => `<p><span epub:type="pagebreak" id="page${i}"/>Page ${i} ${'word '.repeat(150)}</p>`,
    );
    const list = Array.from(
      { length: 6 },
      (_, i) => `<li><a href="chapter-3.xhtml#page${i}">${i}</a></li>`,
    ).join('');
    const entries = replaced('OEBPS/chapter-3.xhtml', (content) =>
      content.replace('</body>', `${paragraphs.join('')}</body>`),
    ).map((entry) =>
      entry.name === 'OEBPS/nav.xhtml'
        ? {
            ...entry,
            content: String(entry.content).replace(
              '</body>',
              `<nav epub:type="page-list"><ol>${list}</ol></nav></body>`,
            ),
          }
        : entry,
    );
    const pages = await pagesOf(await save(zipArchive(entries)));
    expect(pages).toHaveLength(7);
    expect(pages.slice(1).map((page) => page.content.items[0]?.content.slice(0, 6))).toEqual(
      Array.from({ length: 6 }, (_, i) => `Page ${i}`),
    );
  });

  it('reads auxiliary documents after the book', async () => {
    const entries = replaced('OEBPS/book.opf', (content) =>
      content.replace('<itemref idref="c1"/>', '<itemref idref="c1" linear="no"/>'),
    );
    const pages = await pagesOf(await save(zipArchive(entries)));
    const headings = pages.flatMap((page) => page.content.items.filter((item) => item.type === 'heading'));
    expect(headings.at(-1)?.content).toBe(knownText('en').title);
  });

  it('keeps the other pages when one document is damaged', async () => {
    const entries = epubEntries().map((entry) =>
      entry.name === 'OEBPS/chapter-2.xhtml'
        ? { ...entry, deflated: { bytes: Buffer.from('broken'), declaredSize: 100 } }
        : entry,
    );
    const file = await save(zipArchive(entries));
    const outcomes: string[] = [];
    for await (const page of new EpubConverter().extract(file, { from: 0, to: 9 }, context())) {
      outcomes.push(isFailedPage(page) ? (page.error.message.split(':')[0] ?? '') : 'page');
    }
    expect(outcomes).toEqual(['page', 'damaged', 'page']);
  });

  it.each([
    ['is no picture', Buffer.from('no picture at all')],
    ['is empty', Buffer.alloc(0)],
  ])('fails a page whose only image %s, and keeps the others', async (_, bytes) => {
    const page = '<body><p><img src="broken.png" alt=""/></p></body>';
    const entries = replaced('OEBPS/chapter-1.xhtml', (content) =>
      content.replace(/<body[^]*<\/body>/, page),
    );
    const broken = { name: 'OEBPS/broken.png', content: bytes };
    const file = await save(zipArchive([...entries, broken]));
    const outcomes: string[] = [];
    for await (const one of new EpubConverter().extract(file, { from: 0, to: 9 }, context())) {
      outcomes.push(isFailedPage(one) ? one.error.message : one.content.page_info.page_type);
    }
    expect(outcomes).toEqual(['picture_damaged', 'text', 'text']);
  });

  it.each([
    ['a zip bomb', makeZipBombEpub, 'too_large'],
    ['a truncated file', makeTruncatedEpub, 'damaged'],
    ['an empty file', () => Buffer.alloc(0), 'empty'],
    [
      'a zip that is not an EPUB',
      () => zipArchive([{ name: 'word/document.xml', content: '<w/>' }]),
      'wrong_type',
    ],
    [
      'an EPUB without a package',
      () => zipArchive(epubEntries().filter((entry) => !entry.name.endsWith('.opf'))),
      'damaged',
    ],
    [
      'a book without text',
      () =>
        zipArchive(
          epubEntries().map((entry) =>
            /chapter/.test(entry.name)
              ? { ...entry, content: '<html><body><img src="lighthouse.png"/></body></html>' }
              : entry,
          ),
        ),
      'no_text',
    ],
    [
      'an encrypted book',
      () =>
        zipArchive([
          ...epubEntries(),
          {
            name: 'META-INF/encryption.xml',
            content:
              '<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><enc:CipherData><enc:CipherReference URI="OEBPS/chapter-1.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>',
          },
        ]),
      'drm_protected',
    ],
  ])('rejects %s with its reason', async (_, make, reason) => {
    await expect(new EpubConverter().inspect(await save(make()), context())).rejects.toMatchObject({
      reason,
    });
  });

  it('reads a book with obfuscated fonts', async () => {
    const encryption =
      '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><CipherData><CipherReference URI="OEBPS/style.css"/></CipherData></EncryptedData></encryption>';
    const file = await save(
      zipArchive([...epubEntries(), { name: 'META-INF/encryption.xml', content: encryption }]),
    );
    expect((await new EpubConverter().inspect(file, context())).totalPages).toBe(3);
  });

  it('rejects a book with too many pages and names the limit', async () => {
    const file = await save(makeEpub());
    await expect(new EpubConverter().inspect(file, context({ maxPages: 2 }))).rejects.toMatchObject({
      reason: 'too_many_pages',
      params: { pages: 3, limit: 2 },
    });
  });

  it('reads nothing outside the archive', async () => {
    const pages = await pagesOf(await save(makePathTraversalEpub()));
    const shown = JSON.stringify(pages.map((page) => page.content));
    expect(shown).not.toContain(TRAVERSAL_CONTENT);
    expect(shown).not.toContain('root:');
    expect(pages.flatMap((page) => page.images)).toEqual([]);
    expect(shown).toContain(knownText('en').paragraphs[2]);
  });

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController();
    controller.abort(new Error('gone'));
    const file = await save(makeEpub());
    await expect(
      new EpubConverter().inspect(file, { ...context(), signal: controller.signal }),
    ).rejects.toThrow('gone');
  });
});
