import { ConversionError } from '../conversion-error.js';
import type {
  Converter,
  ConverterContext,
  ExtractedPage,
  FailedPage,
  Inspection,
  PageRange,
  RenderedPage,
} from '../converter.js';
import { MAX_IMAGE_WIDTH, renderPages } from '../images/page-images.js';
import { readInfo } from './document-info.js';
import { metadataOf } from './document-metadata.js';
import { extractPage } from './extract-page.js';
import { openPdf } from './open-pdf.js';
import { readOutline } from './outline.js';
import { PdfReader } from './pdf-reader.js';
import { renderWide } from './render-page.js';
import { canvasOf, readPnm } from '../images/raster.js';

/** Converts PDF files: their text layer where it can be trusted, OCR of the rendered page elsewhere. */
export class PdfConverter implements Converter {
  readonly kind = 'pdf';

  async inspect(file: string, context: ConverterContext): Promise<Inspection> {
    const document = await openPdf(file, context.limits);
    try {
      const totalPages = document.numPages;
      const { maxPages } = context.limits;
      if (totalPages < 1) throw new ConversionError('empty');
      if (totalPages > maxPages) {
        throw new ConversionError('too_many_pages', { pages: totalPages, limit: maxPages });
      }
      const [info, sample] = await Promise.all([readInfo(document), new PdfReader(document).sample()]);
      const outline = await readOutline(document, info.outline);
      return { kind: 'pdf', totalPages, ...metadataOf(info), outline, sample };
    } finally {
      await document.loadingTask.destroy();
    }
  }

  async *extract(
    file: string,
    range: PageRange,
    context: ConverterContext,
  ): AsyncGenerator<ExtractedPage | FailedPage> {
    const document = await openPdf(file, context.limits);
    try {
      const reader = new PdfReader(document);
      const { outline } = await readInfo(document);
      const entries = await readOutline(document, outline);
      const last = Math.min(range.to, document.numPages - 1);
      for (let pageNumber = range.from; pageNumber <= last; pageNumber += 1) {
        context.signal.throwIfAborted();
        try {
          yield await extractPage({ file, pageNumber, context }, reader, entries);
        } catch (error) {
          context.signal.throwIfAborted();
          yield { pageNumber, error: toConversionError(error) };
        }
      }
    } finally {
      await document.loadingTask.destroy();
    }
  }

  render(file: string, range: PageRange, context: ConverterContext): AsyncIterable<RenderedPage> {
    return renderPages(range, context, async (pageNumber) =>
      canvasOf(readPnm(await renderWide(file, pageNumber, MAX_IMAGE_WIDTH, context))),
    );
  }
}

/** What pdf.js throws while it reads a page is a fault of the file. */
const toConversionError = (error: unknown): ConversionError =>
  error instanceof ConversionError
    ? error
    : new ConversionError(
        'damaged',
        {},
        { cause: error, detail: error instanceof Error ? error.message : String(error) },
      );
