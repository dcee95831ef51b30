import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../layout/geometry/box.js';
import { areaOf, unionOf } from '../layout/geometry/box.js';
import type { DocumentProfile } from '../layout/page/document-profile.js';
import { profileOf, samplePages } from '../layout/page/document-profile.js';
import { toExtractedImage } from '../images/extracted-image.js';
import type { DraftItem } from '../layout/items/item-id.js';
import { withStableIds } from '../layout/items/item-id.js';
import { renderPages, MAX_IMAGE_WIDTH } from '../images/page-images.js';
import { turnedPixels } from '../ocr/page-image.js';
import type { PictureCutter } from '../layout/ocr-page/ocr-page.js';
import { readPageByOcr, toBoundingBox } from '../layout/ocr-page/ocr-page.js';
import type { EdgeLine } from '../layout/flow/running-heads.js';
import { edgeLinesOf, runningLines } from '../layout/flow/running-heads.js';
import { directionOfText } from '../layout/lines/script.js';
import { structurePage } from '../layout/page/structure-page.js';
import type { StructuredItem } from '../layout/page/structure-types.js';
import type { TextLine } from '../layout/lines/text-line.js';
import { ConversionError } from '../conversion-error.js';
import type {
  Converter,
  ConverterContext,
  RenderedPage,
  ExtractedImage,
  ExtractedPage,
  FailedPage,
  Inspection,
  OutlineEntry,
  PageRange,
} from '../converter.js';
import { readFacts, readOutline } from './document-facts.js';
import { imageCoverOf } from '../layout/figures/figures.js';
import { hasOversizedPicture } from './oversized-picture.js';
import type { LoadedPage } from './pdf-document.js';
import { loadPage, openPdf } from './pdf-document.js';
import { linesOfPage, lyingLinesOfPage } from './pdf-lines.js';
import {
  boundedDpi,
  canvasOf,
  cropRaster,
  encodeWebp,
  readPnm,
  renderPnm,
  renderWide,
} from './render-page.js';
import { readContentTags } from './structure-tags.js';
import { judgeTextLayer } from './text-layer.js';
import { turnBack } from './turned-page.js';

const SAMPLE_CHARACTERS = 4000;
const SAMPLE_PAGES = 12;
const KEPT_PAGES = 12;
const FIGURE_DPI = 160;
const FIGURE_WIDTH = 1600;
const OCR_DPI = 300;
/** The long side of A4 at 300 dpi, and a little: larger pages are scans whose box was never set to paper size. */
const OCR_LONG_SIDE = 3700;

type ReadPdfPage = LoadedPage & { lines: TextLine[]; edges: EdgeLine[] };

/** Reads pages of one open file and keeps the last few, since neighbours are looked at for running heads. */
class PdfReader {
  private readonly pages = new Map<number, Promise<ReadPdfPage>>();
  private profilePromise: Promise<DocumentProfile> | undefined;
  private isTagged: Promise<boolean> | undefined;

  constructor(readonly document: PDFDocumentProxy) {}

  read(pageNumber: number): Promise<ReadPdfPage> {
    const known = this.pages.get(pageNumber);
    if (known) return known;
    const page = this.load(pageNumber);
    page.catch(() => undefined);
    this.pages.set(pageNumber, page);
    const oldest = this.pages.size > KEPT_PAGES ? this.pages.keys().next().value : undefined;
    if (oldest !== undefined) this.pages.delete(oldest);
    return page;
  }

  /** Font sizes over a fixed sample of pages: the same whichever pages are asked for. */
  profile(): Promise<DocumentProfile> {
    this.profilePromise ??= this.readProfile();
    return this.profilePromise;
  }

  private async readProfile(): Promise<DocumentProfile> {
    const pages: TextLine[][] = [];
    for (const pageNumber of samplePages(this.document.numPages, SAMPLE_PAGES)) {
      const page = await this.read(pageNumber).catch(() => null);
      if (page) pages.push(page.lines);
    }
    return profileOf(pages);
  }

  private async load(pageNumber: number): Promise<ReadPdfPage> {
    this.isTagged ??= this.document.getMarkInfo().then(
      (info) => info !== null,
      () => false,
    );
    const tags = (await this.isTagged)
      ? await readContentTags(await this.document.getPage(pageNumber + 1))
      : undefined;
    const page = await loadPage(this.document, pageNumber);
    const lines = linesOfPage(page, tags);
    return { ...page, lines, edges: edgeLinesOf(lines, page.graphics.height) };
  }
}

/** Converts PDF files: their text layer where it can be trusted, recognition of the rendered page elsewhere. */
export class PdfConverter implements Converter {
  readonly kind = 'pdf';

  async inspect(file: string, context: ConverterContext): Promise<Inspection> {
    const document = await openPdf(file, context.limits);
    try {
      const totalPages = document.numPages;
      if (totalPages < 1) throw new ConversionError('empty');
      if (totalPages > context.limits.maxPages) {
        throw new ConversionError('too_many_pages', { pages: totalPages, limit: context.limits.maxPages });
      }
      const [facts, outline, sample] = await Promise.all([
        readFacts(document),
        readOutline(document),
        readSample(new PdfReader(document)),
      ]);
      return { kind: 'pdf', totalPages, ...facts, outline, sample };
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
      const outline = await readOutline(document);
      const last = Math.min(range.to, document.numPages - 1);
      for (let pageNumber = range.from; pageNumber <= last; pageNumber += 1) {
        context.signal.throwIfAborted();
        try {
          yield await extractPage(file, pageNumber, reader, outline, context);
        } catch (error) {
          context.signal.throwIfAborted();
          const cause = error instanceof Error ? error : new Error(String(error));
          yield {
            pageNumber,
            error:
              cause instanceof ConversionError
                ? cause
                : new ConversionError('damaged', {}, { cause, detail: cause.message }),
          };
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

const readSample = async (reader: PdfReader): Promise<string> => {
  let sample = '';
  const last = Math.min(reader.document.numPages, SAMPLE_PAGES);
  for (let pageNumber = 0; pageNumber < last && sample.length < SAMPLE_CHARACTERS; pageNumber += 1) {
    const page = await reader.read(pageNumber).catch(() => null);
    if (!page || page.graphics.garbage > 0.25 * page.graphics.drawn) continue;
    for (const line of page.lines) sample += `${line.words.map((word) => word.text).join(' ')}\n`;
  }
  return sample.slice(0, SAMPLE_CHARACTERS);
};

const extractPage = async (
  file: string,
  pageNumber: number,
  reader: PdfReader,
  outline: readonly OutlineEntry[],
  context: ConverterContext,
): Promise<ExtractedPage> => {
  const page = await reader.read(pageNumber);
  const size = { width: page.graphics.width, height: page.graphics.height };
  const verdict = judgeTextLayer(page.graphics, context.language);
  if (verdict === 'blank') {
    if (await hasOversizedPicture(file, pageNumber, context)) throw new ConversionError('page_too_large');
    return { pageNumber, content: { items: [], page_info: { page_type: 'blank', ...size } }, images: [] };
  }
  if (verdict === 'ocr') return recognisePage(file, pageNumber, page, context);

  const neighbours = await neighboursOf(pageNumber, reader);
  const profile = await reader.profile();
  const isHiddenLayer = isScanWithText(page);
  const structured = structurePage({
    ...size,
    lines: page.lines,
    lying: lyingLinesOfPage(page),
    drawing: isHiddenLayer ? null : { ...page.graphics, images: ownImages(page, neighbours) },
    running: runningLines(
      page.edges,
      neighbours.map(({ offset, edges }) => ({ offset, edges })),
    ),
    profile,
    direction: directionOfText(page.graphics.glyphs.map((glyph) => glyph.text).join('')),
    outline: outline.filter((entry) => entry.page === pageNumber),
    isRecognised: isHiddenLayer,
  });
  const { turn, shown } = page;
  const placed = structured.map((entry) => ({ ...entry, box: turnBack(entry.box, turn, shown) }));
  const { items, images } = await withPictures(file, pageNumber, shown, placed, context);
  return {
    pageNumber,
    content: { items: withStableIds(items), page_info: { page_type: 'text', ...shown } },
    images,
  };
};

const neighboursOf = async (
  pageNumber: number,
  reader: PdfReader,
): Promise<(ReadPdfPage & { offset: number })[]> => {
  const near = [-2, -1, 1, 2].filter(
    (offset) => pageNumber + offset >= 0 && pageNumber + offset < reader.document.numPages,
  );
  const read = await Promise.all(
    near.map((offset) =>
      reader.read(pageNumber + offset).then(
        (page) => ({ ...page, offset }),
        () => null,
      ),
    ),
  );
  return read.filter((page) => page !== null);
};

const MARGIN = 0.16;

/** The images of a page without those that stand in the margin of a neighbour too: logos and ornaments of the layout. */
const ownImages = (page: LoadedPage, neighbours: readonly LoadedPage[]): Box[] => {
  const { height, images } = page.graphics;
  const isSame = (a: Box, b: Box): boolean =>
    Math.abs(a.x0 - b.x0) + Math.abs(a.y0 - b.y0) + Math.abs(a.x1 - b.x1) + Math.abs(a.y1 - b.y1) < 4;
  return images.filter((image) => {
    const isInMargin = image.y1 < MARGIN * height || image.y0 > (1 - MARGIN) * height;
    return (
      !isInMargin || !neighbours.some((other) => other.graphics.images.some((box) => isSame(box, image)))
    );
  });
};

/** Text drawn invisibly over a picture of the page: what another program recognised. */
const isScanWithText = (page: LoadedPage): boolean => {
  const hidden = page.graphics.glyphs.filter((glyph) => glyph.hidden).length;
  return hidden > 0.5 * page.graphics.glyphs.length && imageCoverOf(page.graphics) > 0.6;
};

/** Renders the page once and cuts out what is shown as a picture. A page whose picture fails keeps its text. */
const withPictures = async (
  file: string,
  pageNumber: number,
  size: { width: number; height: number },
  structured: readonly StructuredItem[],
  context: ConverterContext,
): Promise<{ items: DraftItem[]; images: ExtractedImage[] }> => {
  const place = (item: DraftItem, box: Box): DraftItem => ({ ...item, bbox: toBoundingBox(box, size) });
  const images = new Map<string, ExtractedImage>();
  const items: DraftItem[] = [];
  const needsPicture = structured.some((entry) => entry.crop);
  const raster = needsPicture ? await renderForCrops(file, pageNumber, size, context) : null;
  for (const { item, box, crop } of structured) {
    if (!crop || (item.type !== 'figure' && item.type !== 'math')) {
      items.push(place(item, box));
      continue;
    }
    if (!raster) {
      if (item.type === 'math') items.push(place(item, box));
      continue;
    }
    const margin = item.type === 'math' ? 3 : 0;
    const part = {
      x0: (box.x0 - margin) / size.width,
      y0: (box.y0 - margin) / size.height,
      x1: (box.x1 + margin) / size.width,
      y1: (box.y1 + margin) / size.height,
    };
    const image = toExtractedImage(await encodeWebp(cropRaster(raster, part), FIGURE_WIDTH), 'image/webp');
    images.set(image.name, image);
    items.push(place({ ...item, src: image.name }, box));
  }
  return { items, images: [...images.values()] };
};

const renderForCrops = async (
  file: string,
  pageNumber: number,
  size: { width: number; height: number },
  context: ConverterContext,
): Promise<ReturnType<typeof readPnm> | null> => {
  try {
    return readPnm(
      await renderPnm(file, pageNumber, boundedDpi(size, FIGURE_DPI, 12_000_000), false, context),
    );
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
};

const recognisePage = async (
  file: string,
  pageNumber: number,
  page: LoadedPage,
  context: ConverterContext,
): Promise<ExtractedPage> => {
  const size = { width: page.graphics.width, height: page.graphics.height };
  const fitting = (OCR_LONG_SIDE * 72) / Math.max(size.width, size.height);
  const dpi = boundedDpi(
    size,
    Math.max(36, Math.min(OCR_DPI, Math.floor(fitting))),
    context.limits.maxPixels,
  );
  const picture = await renderPnm(file, pageNumber, dpi, true, context);
  let drawn: ReturnType<typeof renderForCrops> | undefined;
  const cut: PictureCutter = async (part, quarter) => {
    const raster = await (drawn ??= renderForCrops(file, pageNumber, size, context));
    if (!raster) return null;
    const upright = turnedPixels(cropRaster(raster, part), quarter);
    return toExtractedImage(await encodeWebp(upright, FIGURE_WIDTH), 'image/webp');
  };
  const { content, images: figures } = await readPageByOcr(picture, dpi, size, cut, context);
  if (content.items.length > 0) return { pageNumber, content, images: figures };
  const shown =
    page.graphics.images.length > 0
      ? unionOf(page.graphics.images)
      : { x0: 0, y0: 0, x1: size.width, y1: size.height };
  if (areaOf(shown) < 0.02 * size.width * size.height || isEmptyPicture(picture))
    return { pageNumber, content, images: [] };
  const figure: StructuredItem = { item: { type: 'figure', content: '', src: '' }, box: shown, crop: true };
  const { items, images } = await withPictures(file, pageNumber, size, [figure], context);
  return {
    pageNumber,
    content: {
      items: withStableIds(items),
      page_info: { page_type: items.length > 0 ? 'ocr' : 'blank', ...size },
    },
    images,
  };
};

/** Whether next to nothing on the picture differs from its background. */
const isEmptyPicture = (pgm: Uint8Array): boolean => {
  const { samples } = readPnm(pgm);
  const counts = new Uint32Array(256);
  const step = Math.max(1, Math.floor(samples.length / 500_000));
  let seen = 0;
  for (let i = 0; i < samples.length; i += step) {
    const level = samples[i] ?? 0;
    counts[level] = (counts[level] ?? 0) + 1;
    seen += 1;
  }
  const background = counts.indexOf(Math.max(...counts));
  let near = 0;
  for (let level = Math.max(0, background - 24); level <= Math.min(255, background + 24); level += 1)
    near += counts[level] ?? 0;
  return near > 0.995 * seen;
};
