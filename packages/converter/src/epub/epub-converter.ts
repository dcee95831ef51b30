import { stat } from 'node:fs/promises';
import type { PageContent } from '@hamkhan/contracts/content';
import type { ConversionReason } from '@hamkhan/contracts/conversion-reasons';
import { loadImage } from '@napi-rs/canvas';
import { toExtractedImage } from '../images/extracted-image.js';
import { withStableIds } from '../layout/items/item-id.js';
import type { DraftItem } from '../layout/items/item-id.js';
import { imagesInEachWidth } from '../images/page-images.js';
import { ConversionError } from '../conversion-error.js';
import type {
  Converter,
  ConverterContext,
  ConverterLimits,
  RenderedPage,
  ExtractedImage,
  ExtractedPage,
  FailedPage,
  Inspection,
  PageRange,
} from '../converter.js';
import type { Block, BlockImage } from './block.js';
import { ChapterLoader, planBook } from './book-plan.js';
import type { BookPlan, PlacedNote, PlannedPage } from './book-plan.js';
import { BoundedZip } from './bounded-zip.js';
import { imageKindOf } from './image-kind.js';
import { decodeMarkup, firstDescendant, parseMarkup } from './markup.js';
import { readPackage } from './package-document.js';
import { mathToLatex } from './mathml/math-to-latex.js';
import { sanitiseSvg } from './svg.js';

const MAX_IMAGE_BYTES = 64 * 1024 * 1024;
const MAX_DRAWING_BYTES = 4 * 1024 * 1024;
/** An image with a side this short is a spacer or a rule. */
const SPACER_PIXELS = 8;
/** An image this small is an icon. */
const ICON_PIXELS = 32;
const CACHED_CHAPTERS = 3;
/** Reasons that concern one page; others concern the book. */
const PAGE_REASONS: ReadonlySet<ConversionReason> = new Set(['damaged', 'picture_damaged']);

/** The images of a page, by name, and whether one of them can't be shown. */
type FoundImages = { images: Map<string, ExtractedImage>; isIncomplete: boolean };

/** Reads EPUB 2 and 3. A page is a slice of the spine: a page of the print edition, or about 350 words. */
export class EpubConverter implements Converter {
  readonly kind = 'epub';
  private cached: { key: string; plan: BookPlan } | undefined;

  async inspect(file: string, context: ConverterContext): Promise<Inspection> {
    const zip = await BoundedZip.open(file, context.limits.maxInflatedBytes);
    try {
      const plan = await this.plan(file, zip, context);
      const { title, subtitle, authors, year, language, description, tags } = plan.book.metadata;
      return {
        kind: 'epub',
        totalPages: plan.pages.length,
        ...(title === undefined ? {} : { title }),
        ...(authors === undefined ? {} : { authors }),
        ...(year === undefined ? {} : { year }),
        ...(subtitle === undefined ? {} : { subtitle }),
        ...(description === undefined ? {} : { summary: description }),
        ...(tags === undefined ? {} : { tags }),
        ...(language === undefined ? {} : { declaredLanguage: language }),
        outline: plan.outline,
        sample: plan.sample,
      };
    } finally {
      zip.close();
    }
  }

  async *extract(
    file: string,
    range: PageRange,
    context: ConverterContext,
  ): AsyncGenerator<ExtractedPage | FailedPage> {
    const zip = await BoundedZip.open(file, context.limits.maxInflatedBytes);
    try {
      const plan = await this.plan(file, zip, context);
      const pages = new PageBuilder(zip, plan, context.limits);
      const last = Math.min(range.to, plan.pages.length - 1);
      for (let pageNumber = Math.max(0, range.from); pageNumber <= last; pageNumber += 1) {
        context.signal.throwIfAborted();
        const page = plan.pages[pageNumber];
        if (page) yield await this.buildPage(pages, page, pageNumber);
      }
    } finally {
      zip.close();
    }
  }

  /** Renders only the cover, since an EPUB has no fixed page layout. */
  async *render(file: string, range: PageRange, context: ConverterContext): AsyncGenerator<RenderedPage> {
    if (range.from > 0) return;
    const zip = await BoundedZip.open(file, context.limits.maxInflatedBytes);
    try {
      const { coverPath } = await readPackage(zip);
      const bytes = coverPath && (await zip.read(coverPath, MAX_IMAGE_BYTES));
      const kind = bytes ? imageKindOf(bytes) : undefined;
      if (!bytes || !kind || kind.width * kind.height > context.limits.maxPixels) return;
      const drawing = await loadImage(bytes).catch(() => null);
      if (drawing) yield { pageNumber: 0, of: 'cover', images: await imagesInEachWidth(drawing) };
    } finally {
      zip.close();
    }
  }

  private async buildPage(
    pages: PageBuilder,
    page: PlannedPage,
    pageNumber: number,
  ): Promise<ExtractedPage | FailedPage> {
    if (page.error) return { pageNumber, error: page.error };
    try {
      return await pages.build(page, pageNumber);
    } catch (error) {
      if (error instanceof ConversionError && PAGE_REASONS.has(error.reason)) return { pageNumber, error };
      throw error;
    }
  }

  /** Cutting pages needs the whole book, so the last plan is cached for the next range. */
  private async plan(file: string, zip: BoundedZip, context: ConverterContext): Promise<BookPlan> {
    const { size, mtimeMs } = await stat(file);
    const key = `${file}\0${size}\0${mtimeMs}\0${context.limits.maxPages}`;
    if (this.cached?.key !== key)
      this.cached = { key, plan: await planBook(zip, context.limits, context.signal) };
    return this.cached.plan;
  }
}

class PageBuilder {
  private readonly loader: ChapterLoader;
  private readonly chapters = new Map<number, Block[]>();

  constructor(
    private readonly zip: BoundedZip,
    private readonly plan: BookPlan,
    private readonly limits: ConverterLimits,
  ) {
    this.loader = new ChapterLoader(zip, plan.book, mathToLatex);
  }

  /** @throws ConversionError `picture_damaged` if all there is on the page is an image that can't be shown */
  async build(page: PlannedPage, pageNumber: number): Promise<ExtractedPage> {
    const found: FoundImages = { images: new Map(), isIncomplete: false };
    const drafts: DraftItem[] = [];
    for (const { chapter, block } of page.blocks) drafts.push(...(await this.item(chapter, block, found)));
    for (const note of page.notes) drafts.push(...(await this.note(note, found)));
    if (drafts.length === 0 && found.isIncomplete) throw new ConversionError('picture_damaged');
    const content: PageContent = {
      items: withStableIds(drafts),
      page_info: { page_type: drafts.length > 0 ? 'text' : 'blank', width: 0, height: 0 },
    };
    return { pageNumber, content, images: [...found.images.values()] };
  }

  private async item(chapter: number, index: number, found: FoundImages): Promise<DraftItem[]> {
    const block = (await this.chapter(chapter))[index];
    if (!block) return [];
    const level = this.plan.levels[chapter]?.get(index);
    const { item } = block;
    if (item.type === 'heading' || (item.type === 'text' && level !== undefined)) {
      const align = item.text_align ? { text_align: item.text_align } : {};
      return [
        {
          type: 'heading',
          content: item.content.replaceAll('\n', ' ').replaceAll('**', ''),
          level: level ?? 3,
          ...align,
        },
      ];
    }
    if (item.type === 'code') return [{ ...item, language: item.language || this.plan.codeLanguage }];
    if (item.type !== 'figure' || !block.image) return [item];
    const image = await this.image(block.image, item.caption !== undefined);
    if (image === 'spacer') return [];
    if (image) {
      found.images.set(image.name, image);
      return [{ ...item, src: image.name }];
    }
    found.isIncomplete = true;
    // Without an image, keep its caption or description.
    if (item.caption) return [{ type: 'figure_caption', content: item.caption }];
    return item.description ? [{ type: 'text', content: item.description }] : [];
  }

  /** The items of a note, with its marker at the beginning of the first one. */
  private async note(note: PlacedNote, found: FoundImages): Promise<DraftItem[]> {
    const drafts: DraftItem[] = [];
    for (const { chapter, block } of note.blocks) drafts.push(...(await this.item(chapter, block, found)));
    const [first, ...rest] = drafts;
    if (first?.type !== 'text' || note.marker === '') return drafts;
    const body = first.content.replace(/^\[?[\d⁰¹²³⁴⁵⁶⁷⁸⁹*†‡]{1,4}\]?[.:)]?\s+/u, '');
    return [{ ...first, content: `${note.marker} ${body}` }, ...rest];
  }

  private async chapter(index: number): Promise<Block[]> {
    const cached = this.chapters.get(index);
    if (cached) return cached;
    const blocks = await this.loader.load(this.plan.book.spine[index] ?? '');
    if (blocks.length !== this.plan.blockCounts[index]) {
      throw new ConversionError(
        'damaged',
        {},
        { detail: `chapter ${index} has different blocks than when the book was planned` },
      );
    }
    const oldest = [...this.chapters.keys()][0];
    if (this.chapters.size >= CACHED_CHAPTERS && oldest !== undefined) this.chapters.delete(oldest);
    this.chapters.set(index, blocks);
    return blocks;
  }

  private async image(
    source: BlockImage,
    hasCaption: boolean,
  ): Promise<ExtractedImage | 'spacer' | undefined> {
    if (source.kind === 'drawing') return toExtractedImage(Buffer.from(source.svg), 'image/svg+xml');
    const bytes = await this.readImage(source.path);
    if (!bytes || bytes.length === 0) return undefined;
    const kind = imageKindOf(bytes);
    if (kind) {
      const [shorter, longer] = [Math.min(kind.width, kind.height), Math.max(kind.width, kind.height)];
      if (!hasCaption && (shorter <= SPACER_PIXELS || longer <= ICON_PIXELS)) return 'spacer';
      return kind.width * kind.height <= this.limits.maxPixels
        ? toExtractedImage(bytes, kind.mediaType)
        : undefined;
    }
    if (bytes.length > MAX_DRAWING_BYTES || !/<svg[\s>]/i.test(bytes.toString('latin1', 0, 4096)))
      return undefined;
    const root = firstDescendant(parseMarkup(decodeMarkup(bytes)), 'svg');
    const svg = root && sanitiseSvg(root);
    return svg === undefined ? undefined : toExtractedImage(Buffer.from(svg), 'image/svg+xml');
  }

  /** Bytes of an image; undefined where it is missing, damaged or encrypted, so that the page is still converted. */
  private async readImage(path: string): Promise<Buffer | undefined> {
    try {
      return await this.zip.read(path, MAX_IMAGE_BYTES);
    } catch (error) {
      if (error instanceof ConversionError && (error.reason === 'damaged' || error.reason === 'encrypted'))
        return undefined;
      throw error;
    }
  }
}
