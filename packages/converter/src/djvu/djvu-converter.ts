import type {
  Converter,
  ConverterContext,
  ExtractedPage,
  FailedPage,
  Inspection,
  OutlineEntry,
  PageRange,
  RenderedPage,
} from '../converter.js';
import { ConversionError } from '../conversion-error.js';
import { MAX_IMAGE_WIDTH, renderPages } from '../images/page-images.js';
import { samplePages } from '../layout/page/document-profile.js';
import { canvasOf, readPnm } from '../images/raster.js';
import { textOfContent } from './content-text.js';
import { checkDjvuFile } from './djvu-file.js';
import { DjvuReader, SAMPLE_PAGES } from './djvu-reader.js';
import { countPages, readMetadata, readOutline, renderDjvu } from './djvu-tools.js';
import { judgeLayer, wordLikeShare } from './layer-quality.js';
import { recognisePage } from './recognise-djvu-page.js';
import { structureTextLayer } from './structure-text-layer.js';

const SAMPLE_CHARACTERS = 4000;
const PICTURE_SIZE = { width: MAX_IMAGE_WIDTH, height: 4 * MAX_IMAGE_WIDTH };

/** Converts DJVU files from their text layer where it is good, else by OCR of the rendered page. */
export class DjvuConverter implements Converter {
  readonly kind = 'djvu';

  async inspect(file: string, context: ConverterContext): Promise<Inspection> {
    const totalPages = await openDocument(file, context);
    const reader = new DjvuReader(file, totalPages, context);
    const [outline, metadata, sample] = [
      await readOutline(file, totalPages, context),
      await readMetadata(file, context),
      await readSample(reader),
    ];
    return { kind: 'djvu', totalPages, ...metadata, outline, sample };
  }

  async *extract(
    file: string,
    range: PageRange,
    context: ConverterContext,
  ): AsyncGenerator<ExtractedPage | FailedPage> {
    const totalPages = await openDocument(file, context);
    const reader = new DjvuReader(file, totalPages, context);
    const outline = await readOutline(file, totalPages, context);
    const last = Math.min(range.to, totalPages - 1);
    for (let pageNumber = Math.max(0, range.from); pageNumber <= last; pageNumber += 1) {
      context.signal.throwIfAborted();
      try {
        yield await extractPage(file, pageNumber, reader, outline, context);
      } catch (error) {
        context.signal.throwIfAborted();
        if (!(error instanceof ConversionError)) throw error;
        yield { pageNumber, error };
      }
    }
  }

  async *render(file: string, range: PageRange, context: ConverterContext): AsyncGenerator<RenderedPage> {
    await openDocument(file, context);
    yield* renderPages(range, context, async (pageNumber) =>
      canvasOf(readPnm(await renderDjvu(file, pageNumber, PICTURE_SIZE, false, context))),
    );
  }
}

const openDocument = async (file: string, context: ConverterContext): Promise<number> => {
  await checkDjvuFile(file);
  const totalPages = await countPages(file, context);
  if (totalPages > context.limits.maxPages) {
    throw new ConversionError('too_many_pages', { pages: totalPages, limit: context.limits.maxPages });
  }
  return totalPages;
};

const readSample = async (reader: DjvuReader): Promise<string> => {
  let sample = '';
  for (const pageNumber of samplePages(reader.totalPages, SAMPLE_PAGES)) {
    const page = await reader.read(pageNumber).catch(() => undefined);
    sample += page ? `${page.text.slice(0, SAMPLE_CHARACTERS / 4)}\n` : '';
  }
  return sample.slice(0, SAMPLE_CHARACTERS).trim();
};

const extractPage = async (
  file: string,
  pageNumber: number,
  reader: DjvuReader,
  outline: readonly OutlineEntry[],
  context: ConverterContext,
): Promise<ExtractedPage> => {
  const page = await reader.read(pageNumber);
  const verdict = page.rotation === 0 ? judgeLayer(page.text, context.language) : 'none';
  if (verdict === 'text' || (page.isTypeset && page.lines.length > 0 && page.rotation === 0)) {
    return structureTextLayer(page, pageNumber, reader, outline);
  }
  const recognised = await recognisePage(file, pageNumber, page, context);
  const isBetter = wordLikeShare(textOfContent(recognised.content)) > wordLikeShare(page.text);
  return verdict === 'poor' && !isBetter ? structureTextLayer(page, pageNumber, reader, outline) : recognised;
};
