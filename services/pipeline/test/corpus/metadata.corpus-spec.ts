import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { isFailedPage, type ExtractedPage } from '@hamkhan/converter/converter';
import { SandboxConverter } from '@hamkhan/converter/sandbox/sandbox-converter';
import { METADATA_PAGES, metadataOfPage } from '../../src/features/metadata/page-metadata.domain.js';

const corpus = resolve(process.env['CORPUS_DIR'] ?? '../shared/corpus', 'dev');
const describeCorpus = existsSync(corpus) ? describe : describe.skip;
const TIMEOUT_MS = 300_000;

describeCorpus('abstract and keywords of PDF files in the corpus', () => {
  const converter = new SandboxConverter({
    limits: { maxPages: 2000, maxPixels: 50_000_000, maxInflatedBytes: 1024 * 1024 * 1024 },
    ocr: { engine: 'auto', dataDir: process.env['TESSDATA_DIR'] ?? '/usr/share/tesseract-ocr/5/tessdata' },
    memoryMb: 1536,
    inspectMs: 25_000,
    pageMs: 120_000,
  });
  const firstPagesOf = async (name: string, language: SourceLanguage): Promise<ExtractedPage[]> => {
    const pages: ExtractedPage[] = [];
    const job = {
      file: join(corpus, name),
      kind: 'pdf' as const,
      language,
      isAwaited: false,
      signal: new AbortController().signal,
    };
    for await (const page of converter.extract(job, { from: 0, to: METADATA_PAGES - 1 })) {
      if (isFailedPage(page)) throw page.error;
      pages.push(page);
    }
    return pages;
  };

  it(
    'reads abstract and keywords from the first page of an article',
    async () => {
      const pages = await firstPagesOf('pdf/en-article-2col-tracemonkey.pdf', 'en');
      const [first, ...others] = pages.map(({ content }) => metadataOfPage(content, 'en'));
      expect(others).toEqual(others.map(() => null));
      expect(first).toMatchObject({
        isOwn: true,
        tags: ['JavaScript', 'just-in-time compilation', 'trace trees'],
      });
      expect(first?.summary).toMatch(
        /^Dynamic languages such as JavaScript .* certain benchmark programs\.$/u,
      );
    },
    TIMEOUT_MS,
  );

  it.each<[string, SourceLanguage]>([
    ['pdf/pt-report-malaria-113p.pdf', 'pt'],
    ['pdf/zh-standard-asvs-tagged.pdf', 'zh'],
    ['pdf/ru-lecture-deeplearning-math.pdf', 'ru'],
  ])(
    '%s prints no abstract, and none is found in its contents or chapters',
    async (name, language) => {
      const pages = await firstPagesOf(name, language);
      expect(pages.map(({ content }) => metadataOfPage(content, language))).toEqual(pages.map(() => null));
    },
    TIMEOUT_MS,
  );
});
