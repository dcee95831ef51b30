import type { PageContent } from '@hamkhan/contracts/content';
import type { DocumentProfile } from '../layout/page/document-profile.js';
import { profileOf, samplePages } from '../layout/page/document-profile.js';
import { toExtractedImage } from '../images/extracted-image.js';
import { withStableIds } from '../layout/items/item-id.js';
import type { DraftItem } from '../layout/items/item-id.js';
import { renderPages, MAX_IMAGE_WIDTH } from '../images/page-images.js';
import { readPageByOcr } from '../layout/ocr-page/read-page-by-ocr.js';
import { toBoundingBox } from '../layout/page/bounding-box.js';
import { edgeLinesOf, runningLines } from '../layout/flow/running-heads.js';
import type { EdgeLine } from '../layout/flow/running-heads.js';
import { directionOfText } from '../layout/lines/script.js';
import { structurePage } from '../layout/page/structure-page.js';
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
import { turnedPixels } from '../ocr/page-image.js';
import type { Raster } from '../pdf/render-page.js';
import { canvasOf, cropRaster, encodeWebp, readPnm } from '../pdf/render-page.js';
import { checkDjvuFile } from './djvu-file.js';
import { countPages, readMetadata, readOutline, readPage, readZones, renderDjvu } from './djvu-tools.js';
import type { DjvuPage } from './djvu-tools.js';
import { linesOfRecognisedLayer, linesOfTypesetLayer, wholeWordsOf } from './layer-lines.js';
import { judgeLayer, wordLikeShare } from './layer-quality.js';
import { isTypeset } from './text-zones.js';

const SAMPLE_CHARACTERS = 4000;
const SAMPLE_PAGES = 8;
const KEPT_PAGES = 16;
const VOCABULARY_PAGES = 200;
/** The long side of A4 at 300 dpi, and a little: what recognition reads best. */
const OCR_LONG_SIDE = 3700;
const FIGURE_LONG_SIDE = 2000;
const FIGURE_WIDTH = 1600;
const PICTURE_SIZE = { width: MAX_IMAGE_WIDTH, height: 4 * MAX_IMAGE_WIDTH };
/** Share of the page that is ink on a page that shows something. */
const LEAST_INK = 0.004;

type ReadPage = DjvuPage & {
  /** In points. */
  size: { width: number; height: number };
  lines: TextLine[];
  edges: EdgeLine[];
  isTypeset: boolean;
  text: string;
};

const textOfLines = (lines: readonly TextLine[]): string =>
  lines.map((line) => line.words.map((word) => word.text).join(' ')).join('\n');

/** Reads pages of one file and keeps the last few, since neighbours are looked at for running heads. */
class DjvuReader {
  private readonly pages = new Map<number, Promise<ReadPage>>();
  private vocabulary: Promise<ReadonlySet<string>> | undefined;
  private profilePromise: Promise<DocumentProfile> | undefined;

  constructor(
    private readonly file: string,
    readonly totalPages: number,
    private readonly context: ConverterContext,
  ) {}

  read(pageNumber: number): Promise<ReadPage> {
    const known = this.pages.get(pageNumber);
    if (known) return known;
    const page = this.load(pageNumber);
    page.catch(() => undefined);
    this.pages.set(pageNumber, page);
    const oldest = this.pages.size > KEPT_PAGES ? this.pages.keys().next().value : undefined;
    if (oldest !== undefined) this.pages.delete(oldest);
    return page;
  }

  /** Type sizes over a fixed sample of pages: the same whichever pages are asked for. */
  profile(): Promise<DocumentProfile> {
    this.profilePromise ??= this.readProfile();
    return this.profilePromise;
  }

  private async readProfile(): Promise<DocumentProfile> {
    const pages: TextLine[][] = [];
    for (const pageNumber of samplePages(this.totalPages, SAMPLE_PAGES)) {
      const page = await this.read(pageNumber).catch(() => undefined);
      if (page) pages.push(page.lines);
    }
    return profileOf(pages);
  }

  private async load(pageNumber: number): Promise<ReadPage> {
    const page = await readPage(this.file, pageNumber, this.context);
    return linesOf(page, isTypeset(page.zones) ? await this.words() : new Set());
  }

  /** Words the document is known to have, to tell words that were cut in two. */
  private words(): Promise<ReadonlySet<string>> {
    this.vocabulary ??= readZones(
      this.file,
      samplePages(this.totalPages, VOCABULARY_PAGES),
      this.context,
    ).then((zones) => new Set(wholeWordsOf(zones)));
    return this.vocabulary;
  }
}

const linesOf = (page: DjvuPage, vocabulary: ReadonlySet<string>): ReadPage => {
  const scale = 72 / page.dpi;
  const typeset = isTypeset(page.zones);
  const lines = typeset
    ? linesOfTypesetLayer(page.zones, scale, vocabulary)
    : linesOfRecognisedLayer(page.zones, scale);
  const size = { width: page.width * scale, height: page.height * scale };
  return {
    ...page,
    size,
    lines,
    edges: edgeLinesOf(lines, size.height),
    isTypeset: typeset,
    text: textOfLines(lines),
  };
};

/** Converts DJVU files: the text layer where there is a good one, recognition of the rendered page elsewhere. */
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
    return readLayer(page, pageNumber, reader, outline);
  }
  const recognised = await recognisePage(file, pageNumber, page, context);
  const isBetter = wordLikeShare(plainText(recognised.content)) > wordLikeShare(page.text);
  return verdict === 'poor' && !isBetter ? readLayer(page, pageNumber, reader, outline) : recognised;
};

const plainText = (content: PageContent): string =>
  content.items
    .map((item) =>
      item.type === 'list' ? item['list-items'].map((entry) => entry.content).join('\n') : item.content,
    )
    .join('\n');

const readLayer = async (
  page: ReadPage,
  pageNumber: number,
  reader: DjvuReader,
  outline: readonly OutlineEntry[],
): Promise<ExtractedPage> => {
  const neighbours = await Promise.all(
    [-2, -1, 1, 2]
      .filter((offset) => pageNumber + offset >= 0 && pageNumber + offset < reader.totalPages)
      .map((offset) =>
        reader.read(pageNumber + offset).then(
          (read) => ({ offset, edges: read.edges }),
          () => ({ offset, edges: [] }),
        ),
      ),
  );
  const structured = structurePage({
    ...page.size,
    lines: page.lines,
    drawing: null,
    running: runningLines(page.edges, neighbours),
    // Scanned pages claim resolutions that differ from leaf to leaf, so their sizes compare within one page only.
    profile: page.isTypeset ? await reader.profile() : profileOf([page.lines]),
    direction: directionOfText(page.text),
    outline: outline.filter((entry) => entry.page === pageNumber),
    isRecognised: !page.isTypeset,
  });
  const items = withStableIds(
    structured.map(({ item, box }) => ({ ...withNumberedLevel(item), bbox: toBoundingBox(box, page.size) })),
  );
  return {
    pageNumber,
    content: { items, page_info: { page_type: items.length > 0 ? 'text' : 'blank', ...page.size } },
    images: [],
  };
};

/** A text layer knows no bold and hardly sizes: the depth of a heading's number says its level. */
const withNumberedLevel = (item: DraftItem): DraftItem => {
  const depth =
    item.type === 'heading'
      ? /^\p{Nd}{1,3}((?:\.\p{Nd}{1,3}){0,5})\.?\s+\p{L}/u.exec(item.content)?.[1]?.split('.').length
      : undefined;
  return item.type === 'heading' && depth !== undefined
    ? { ...item, level: depth === 1 ? 1 : depth === 2 ? 2 : 3 }
    : item;
};

/** The largest size within both limits, proportions kept; never larger than the page. */
const fit = (
  page: { width: number; height: number },
  longSide: number,
  maxPixels: number,
): { width: number; height: number; factor: number } => {
  const factor = Math.min(
    1,
    longSide / Math.max(page.width, page.height),
    Math.sqrt(maxPixels / (page.width * page.height)),
  );
  return { width: page.width * factor, height: page.height * factor, factor };
};

/** Less than this is what recognition makes of ornaments and stains, unless it is sure. */
const LEAST_RECOGNISED = 25;
const SURE = 0.8;

const saysSomething = (content: PageContent): boolean => {
  const text = plainText(content).replace(/\s+/g, '');
  if (text.length >= LEAST_RECOGNISED) return true;
  return (content.page_info.confidence ?? 0) >= SURE && /[\p{L}\p{N}]{3}|\p{Script=Han}/u.test(text);
};

/** Recognises the page's picture; one without text is shown as a picture, unless it is blank. */
const recognisePage = async (
  file: string,
  pageNumber: number,
  page: ReadPage,
  context: ConverterContext,
): Promise<ExtractedPage> => {
  const turned = page.rotation % 2 === 1;
  const pixels = turned
    ? { width: page.height, height: page.width }
    : { width: page.width, height: page.height };
  const size = turned ? { width: page.size.height, height: page.size.width } : page.size;
  const target = fit(pixels, OCR_LONG_SIDE, context.limits.maxPixels);
  const picture = await renderDjvu(file, pageNumber, target, true, context);
  const blank: ExtractedPage = {
    pageNumber,
    content: { items: [], page_info: { page_type: 'blank', ...size } },
    images: [],
  };
  if (!hasInk(picture)) return blank;
  let drawn: Promise<Raster> | undefined;
  const draw = (): Promise<Raster> =>
    (drawn ??= renderDjvu(
      file,
      pageNumber,
      fit(pixels, FIGURE_LONG_SIDE, context.limits.maxPixels),
      false,
      context,
    ).then(readPnm));
  const encode = async (raster: Raster): Promise<ExtractedImage> =>
    toExtractedImage(await encodeWebp(raster, FIGURE_WIDTH), 'image/webp');
  const { content, images } = await readPageByOcr(
    picture,
    Math.max(70, Math.round(page.dpi * target.factor)),
    size,
    async (part, quarter) => {
      const raster = await draw().catch((error: unknown) => {
        if (error instanceof ConversionError) return null;
        throw error;
      });
      return raster && encode(turnedPixels(cropRaster(raster, part), quarter));
    },
    context,
  );
  if (saysSomething(content)) return { pageNumber, content, images };
  const image = await encode(await draw());
  const items = withStableIds([{ type: 'figure', content: '', src: image.name, bbox: [0, 0, 1, 1] }]);
  return { pageNumber, content: { items, page_info: { page_type: 'ocr', ...size } }, images: [image] };
};

/** Whether more than specks differ from the paper. The paper is the level most of the picture has; a scan's edge is left out. */
const hasInk = (pgm: Buffer): boolean => {
  const { width, height, samples } = readPnm(pgm);
  const counts = new Uint32Array(256);
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 400_000)));
  let seen = 0;
  for (let y = Math.floor(0.03 * height); y < 0.97 * height; y += step) {
    for (let x = Math.floor(0.03 * width); x < 0.97 * width; x += step) {
      const level = samples[y * width + x] ?? 255;
      counts[level] = (counts[level] ?? 0) + 1;
      seen += 1;
    }
  }
  const paper = counts.indexOf(Math.max(...counts));
  let ink = 0;
  for (let level = 0; level < 256; level += 1) if (Math.abs(level - paper) > 60) ink += counts[level] ?? 0;
  return ink > LEAST_INK * Math.max(1, seen);
};
