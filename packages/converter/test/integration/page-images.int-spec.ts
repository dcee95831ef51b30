import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { makeDjvu } from '@hamkhan/testing/fixtures/make-djvu';
import { epubEntries, makeEpub } from '@hamkhan/testing/fixtures/make-epub';
import { makeTextPdf } from '@hamkhan/testing/fixtures/make-text-pdf';
import { zipArchive } from '@hamkhan/testing/fixtures/zip-archive';
import type { RenderedPage, DocumentKind } from '../../src/converter.js';
import { SandboxConverter } from '../../src/sandbox/sandbox-converter.js';

const TIMEOUT_MS = 60_000;

/** An EPUB whose package names its picture as the cover, as each version does it. */
const epubWithCover = (version: 2 | 3): Buffer =>
  zipArchive(
    epubEntries({ version }).map((entry) => {
      if (entry.name !== 'OEBPS/book.opf') return entry;
      const content = String(entry.content).replace(
        /<item id="([^"]+)" href="lighthouse\.png"/,
        version === 3 ? '$& properties="cover-image"' : '$&',
      );
      const id = /<item id="([^"]+)" href="lighthouse\.png"/.exec(content)?.[1] ?? '';
      const meta = `<meta name="cover" content="${id}"/></metadata>`;
      return { ...entry, content: version === 2 ? content.replace('</metadata>', meta) : content };
    }),
  );

describe('page images', () => {
  const converter = new SandboxConverter({
    limits: { maxPages: 40, maxPixels: 50_000_000, maxInflatedBytes: 1024 * 1024 * 1024 },
    ocr: { engine: 'auto', dataDir: '/usr/share/tesseract-ocr/5/tessdata' },
    memoryMb: 1024,
    inspectMs: 25_000,
    pageMs: 60_000,
  });
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'page-images-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const render = async (
    kind: DocumentKind,
    content: Buffer,
    from: number,
    to: number,
  ): Promise<RenderedPage[]> => {
    const file = join(folder, `book.${kind}`);
    await writeFile(file, content);
    const { signal } = new AbortController();
    const job = { file, kind, language: 'en' as const, isAwaited: false, signal };
    const pages: RenderedPage[] = [];
    for await (const page of converter.render(job, { from, to })) pages.push(page);
    return pages;
  };
  /** Each picture is the WebP its name and sizes say. */
  const check = async ({ images }: RenderedPage): Promise<number[]> => {
    for (const { name, bytes, width, height } of images) {
      expect(name).toBe(`${createHash('sha256').update(bytes).digest('hex')}.webp`);
      const image = await loadImage(Buffer.from(bytes));
      expect([image.width, image.height]).toEqual([width, height]);
    }
    return images.map(({ width }) => width);
  };

  it.each<[DocumentKind, () => Promise<Buffer>]>([
    ['pdf', () => makeTextPdf({ pages: 3 })],
    ['djvu', () => makeDjvu({ pages: 3 })],
  ])(
    'renders pages of a %s file in three widths',
    async (kind, make) => {
      const pages = await render(kind, await make(), 1, 2);
      expect(pages.map(({ pageNumber, of }) => [pageNumber, of])).toEqual([
        [1, 'page'],
        [2, 'page'],
      ]);
      for (const page of pages) expect(await check(page)).toEqual([320, 800, 1400]);
    },
    TIMEOUT_MS,
  );

  it.each<2 | 3>([2, 3])(
    'returns the cover of an EPUB %d without enlarging it',
    async (version) => {
      const [cover, ...more] = await render('epub', epubWithCover(version), 0, 0);
      expect(more).toEqual([]);
      expect(cover).toMatchObject({ pageNumber: 0, of: 'cover' });
      expect(cover && (await check(cover))).toEqual([320]);
    },
    TIMEOUT_MS,
  );

  it(
    'returns nothing if there is no cover or page',
    async () => {
      expect(await render('epub', makeEpub(), 0, 0)).toEqual([]);
      expect(await render('pdf', await makeTextPdf({ pages: 1 }), 5, 6)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
