import { describe, expect, it } from '@jest/globals';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { ExtractedPage } from '@hamkhan/converter/converter';
import { CorpusConverter } from '@hamkhan/testing/corpus-converter';
import { HAS_CORPUS } from '@hamkhan/testing/corpus-files';
import { METADATA_PAGES, metadataOfPage } from '../../src/features/metadata/page-metadata.domain.js';

const describeCorpus = HAS_CORPUS ? describe : describe.skip;
const TIMEOUT_MS = 300_000;

describeCorpus('abstract and keywords of PDF files in the corpus', () => {
  const converter = new CorpusConverter();
  const firstPagesOf = (name: string, language: SourceLanguage): Promise<ExtractedPage[]> =>
    converter.pages(name, language, 0, METADATA_PAGES - 1);

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
