import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { isFailedPage, type ExtractedPage, type Inspection } from '@hamkhan/converter/converter';
import type { ConversionJob } from '@hamkhan/converter/document-converter';
import { SandboxConverter } from '@hamkhan/converter/sandbox/sandbox-converter';
import { corpusFile, TESSDATA } from './corpus-files.js';

/** Converts PDF files of the corpus in the sandbox. */
export class CorpusConverter {
  private readonly converter = new SandboxConverter({
    limits: { maxPages: 2000, maxPixels: 50_000_000, maxInflatedBytes: 1024 * 1024 * 1024 },
    ocr: { engine: 'auto', dataDir: TESSDATA },
    memoryMb: 1536,
    inspectMs: 25_000,
    pageMs: 120_000,
  });

  inspect(name: string, language: SourceLanguage): Promise<Inspection> {
    return this.converter.inspect(jobFor(name, language));
  }

  /** The pages from `from` to `to`, counted from 0. @throws the error of a page that failed */
  async pages(name: string, language: SourceLanguage, from: number, to: number): Promise<ExtractedPage[]> {
    const pages: ExtractedPage[] = [];
    for await (const page of this.converter.extract(jobFor(name, language), { from, to })) {
      if (isFailedPage(page)) throw page.error;
      pages.push(page);
    }
    return pages;
  }
}

const jobFor = (name: string, language: SourceLanguage): ConversionJob => ({
  file: corpusFile(name),
  kind: 'pdf',
  language,
  isAwaited: false,
  signal: new AbortController().signal,
});
