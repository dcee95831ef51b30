import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversionError } from '../conversion-error.js';
import type { ExtractedPage, FailedPage, Inspection, PageRange, RenderedPage } from '../converter.js';
import { DocumentConverter, type ConversionJob } from '../document-converter.js';
import { parseArguments, type CommandArguments } from './arguments.js';
import { convertDocument } from './convert-document.js';
import type { Reporter } from './reporter.js';

/** Pages of one line each; `onPage` makes a page fail or ends the process. */
class FakeConverter extends DocumentConverter {
  inspection: Inspection = { kind: 'pdf', totalPages: 3, outline: [], sample: '' };
  onPage: (pageNumber: number) => ExtractedPage | FailedPage = (pageNumber) => page(pageNumber);
  readonly languages: string[] = [];

  override inspect(): Promise<Inspection> {
    return Promise.resolve(this.inspection);
  }

  override async *extract(
    job: ConversionJob,
    { from, to }: PageRange,
  ): AsyncGenerator<ExtractedPage | FailedPage> {
    this.languages.push(job.language);
    for (let number = from; number <= to; number += 1) yield await Promise.resolve(this.onPage(number));
  }

  override render(): AsyncIterable<RenderedPage> {
    throw new Error('the command renders nothing');
  }
}

const page = (pageNumber: number): ExtractedPage => ({
  pageNumber,
  content: {
    items: [{ id: 'a', type: 'text', content: `Text of page ${pageNumber + 1}` }],
    page_info: { page_type: 'text' },
  },
  images: [],
});

describe('convertDocument', () => {
  let folder: string;
  let converter: FakeConverter;
  let messages: string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convert-document-'));
    converter = new FakeConverter();
    messages = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const reporter: Reporter = {
    warn: (message) => messages.push(message),
    progress: (done, total) => messages.push(`${done}/${total}`),
    endProgress: () => undefined,
  };
  const convert = (...options: string[]) => {
    const args = parseArguments([
      'book.pdf',
      '--out',
      folder,
      '--language',
      'en',
      ...options,
    ]) as CommandArguments;
    return convertDocument(args, converter, reporter, new AbortController().signal);
  };

  it('writes the selected pages and reports progress', async () => {
    const summary = await convert('--pages', '2-');
    expect(summary).toEqual({ path: join(folder, 'book.md'), converted: 2, failed: 0 });
    expect(await readFile(summary.path, 'utf8')).toBe('Text of page 2\n\nText of page 3\n');
    expect(messages).toEqual(['1/2', '2/2']);
  });

  it('writes JSON with the document, its pages and the reason of a failed page', async () => {
    converter.onPage = (number) =>
      number === 1 ? { pageNumber: 1, error: new ConversionError('page_too_large') } : page(number);
    const { path, converted, failed } = await convert('--to', 'json');
    expect([converted, failed]).toEqual([2, 1]);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      document: { kind: 'pdf', totalPages: 3 },
      pages: [
        { page: 1, items: [{ content: 'Text of page 1' }] },
        { page: 2, failure: 'the image of the page is too large to decode safely' },
        { page: 3 },
      ],
    });
  });

  it('goes on after a page that ends the converter process', async () => {
    converter.onPage = (number) => {
      if (number === 0) throw new ConversionError('out_of_memory');
      return page(number);
    };
    expect(await convert()).toMatchObject({ converted: 2, failed: 1 });
    expect(messages[0]).toBe('page 1: reading needs more memory than allowed');
  });

  it('fails with the first reason if no page can be read, and leaves no file', async () => {
    converter.onPage = () => {
      throw new ConversionError('timed_out');
    };
    await expect(convert()).rejects.toMatchObject({ reason: 'timed_out' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('stops at a reason that concerns the whole document', async () => {
    converter.onPage = (number) => {
      if (number === 1) throw new ConversionError('damaged');
      return page(number);
    };
    await expect(convert()).rejects.toMatchObject({ reason: 'damaged' });
    expect(existsSync(join(folder, 'book.md'))).toBe(false);
  });

  it('takes the declared language if the text does not tell, and English if nothing does', async () => {
    const detect = async (): Promise<void> => {
      const args = parseArguments(['book.pdf', '--out', folder]) as CommandArguments;
      await convertDocument(args, converter, reporter, new AbortController().signal);
    };
    converter.inspection = { ...converter.inspection, declaredLanguage: 'de-AT' };
    await detect();
    converter.inspection = { ...converter.inspection, declaredLanguage: 'fi' };
    await detect();
    expect(converter.languages).toEqual(['de', 'en']);
    expect(messages).toContain('language not detected, assuming en (see --language)');
  });
});
