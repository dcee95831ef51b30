import type { PageContent } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { OcrEngine } from './ocr/ocr-engine.js';
import type { ToolRunner } from './tools/tool-runner.js';

export const DOCUMENT_KINDS = ['pdf', 'epub', 'djvu'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** One entry of the document's own table of contents. `level` starts at 1, `page` at 0. */
export type OutlineEntry = { title: string; level: number; page: number };

/** What is known of a document before any page is extracted. Cheap: well under a second for any accepted file. */
export type Inspection = {
  kind: DocumentKind;
  totalPages: number;
  title?: string;
  authors?: string[];
  year?: number;
  subtitle?: string;
  /** What the file says it is about, as plain text. */
  summary?: string;
  tags?: string[];
  /** The language the file claims (BCP 47), which may be wrong. */
  declaredLanguage?: string;
  outline: OutlineEntry[];
  /** Up to 4,000 characters from the first pages with a text layer; empty for scans. For language detection. */
  sample: string;
};

export const IMAGE_MEDIA_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/svg+xml',
] as const;
export type ImageMediaType = (typeof IMAGE_MEDIA_TYPES)[number];

/** An image that belongs to a page. Items name it in `src` until the pipeline has stored it and puts the object key there. */
export type ExtractedImage = {
  /** `<sha256 of bytes>.<ext>`: made by `toExtractedImage`. */
  name: string;
  mediaType: ImageMediaType;
  bytes: Uint8Array;
};

export type ExtractedPage = {
  /** 0-based. */
  pageNumber: number;
  content: PageContent;
  /** Each image that an item of this page names, once. */
  images: ExtractedImage[];
};

/** One width of a page's picture, in pixels. */
export type PageImage = ExtractedImage & { width: number; height: number };

/** How a page looks, narrowest first; or the cover of a book whose pages have no look of their own, with page 0. */
export type RenderedPage = { pageNumber: number; of: 'page' | 'cover'; images: PageImage[] };

/** A page that could not be read while the others can (C02: a failed page does not stop the document). */
export type FailedPage = { pageNumber: number; error: Error };
export const isFailedPage = (page: ExtractedPage | FailedPage): page is FailedPage => 'error' in page;

/** Both ends included, 0-based. */
export type PageRange = { from: number; to: number };

export type ConverterLimits = {
  maxPages: number;
  /** Of one decoded image or rendered page. */
  maxPixels: number;
  /** Of everything a container inflates to (EPUB). */
  maxInflatedBytes: number;
};

export type ConverterContext = {
  language: SourceLanguage;
  /** A private folder that is removed after the run. */
  workDir: string;
  tools: ToolRunner;
  ocr: OcrEngine;
  limits: ConverterLimits;
  signal: AbortSignal;
};

/**
 * Reads one kind of document. Runs inside the converter sandbox (a child process with limits and no network), so it may use
 * memory and crash; it must not use the network, write outside `workDir`, nor trust anything in the file.
 * The same file and page give the same content, whatever range they are asked in.
 */
export interface Converter {
  readonly kind: DocumentKind;
  /** @throws ConversionError with the reason the document can't be converted */
  inspect(file: string, context: ConverterContext): Promise<Inspection>;
  /**
   * The pages of the range in order, each as soon as it is ready.
   * @throws ConversionError when no page of the file can be read
   */
  extract(
    file: string,
    range: PageRange,
    context: ConverterContext,
  ): AsyncIterable<ExtractedPage | FailedPage>;
  /** Pictures of the pages of the range that can be drawn, in order. @throws ConversionError when none can */
  render(file: string, range: PageRange, context: ConverterContext): AsyncIterable<RenderedPage>;
}
