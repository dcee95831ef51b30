import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PageContent, TranslatedContent } from '@hamkhan/contracts/content';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isFailedPage } from '@hamkhan/converter/converter';
import { PdfConverter } from '@hamkhan/converter/pdf/pdf-converter';
import { translatePage } from '../../src/features/translate/translate-page.js';
import { TranslationMemory } from '../../src/features/translation-memory/translation-memory.service.js';
import { LimitedToolRunner } from '@hamkhan/converter/tools/limited-tool-runner';
import { MemoryOnlyTranslator } from '../../src/infra/translator/memory-only-translator.js';
import type { OcrEngine } from '@hamkhan/converter/ocr/ocr-engine';
import { MapMemoryStore } from '../builders/map-memory-store.js';

const SAMPLE_BOOK = resolve(import.meta.dirname, '../../../../deploy/seed/sample-book');
const signal = new AbortController().signal;
const noOcr: OcrEngine = {
  recognise: () => Promise.reject(new Error('the book has a text layer')),
  close: () => Promise.resolve(),
};

describe('the sample book without a translator', () => {
  const pages: PageContent[] = [];
  const memory = new TranslationMemory(new MapMemoryStore());
  let workDir: string;

  beforeAll(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'sample-book-'));
    const context = {
      language: 'en' as const,
      workDir,
      tools: new LimitedToolRunner('/usr/local/bin:/usr/bin:/bin'),
      ocr: noOcr,
      limits: { maxPages: 100, maxPixels: 50_000_000, maxInflatedBytes: 1e9 },
      signal,
    };
    const converter = new PdfConverter();
    for await (const page of converter.extract(
      `${SAMPLE_BOOK}/sample-book.pdf`,
      { from: 0, to: 99 },
      context,
    )) {
      if (isFailedPage(page)) throw page.error;
      pages.push(page.content);
    }
    for (const level of [1, 2] as const)
      await memory.importTmx(
        { ownerId: 'reader', source: 'en', level },
        createReadStream(`${SAMPLE_BOOK}/sample-book.level${level}.tmx`),
      );
  }, 60_000);
  afterAll(() => rm(workDir, { recursive: true, force: true }));

  const translate = (content: PageContent, target: { level: 1 } | { level: 2; level1: TranslatedContent }) =>
    translatePage(
      { translator: new MemoryOnlyTranslator(), memory },
      {
        content,
        source: 'en',
        target,
        ownerId: 'reader',
        context: { title: 'The Chemical History of a Candle', glossary: [] },
        digits: 'fa',
      },
      signal,
    );

  it('is translated at both levels on every page from its memory', async () => {
    expect(pages.length).toBeGreaterThanOrEqual(10);
    const waiting: string[] = [];
    for (const page of pages) {
      const first = await translate(page, { level: 1 });
      const second =
        first.outcome === 'translated' ? await translate(page, { level: 2, level1: first.content }) : first;
      if (second.outcome === 'translated') continue;
      for (const item of page.items) {
        const single = await translate({ ...page, items: [item] }, { level: 1 });
        if (single.outcome === 'waiting') waiting.push(JSON.stringify(item));
      }
    }
    expect(waiting).toEqual([]);
  });
});
