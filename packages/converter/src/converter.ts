import type { PageContent } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { OcrEngine } from './ocr/ocr-engine.js';
import type { ToolRunner } from './tools/tool-runner.js';

export const DOCUMENT_KINDS = ['pdf', 'epub', 'djvu'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** An entry of the document's table of contents. `level` starts at 1, `page` at 0. */
export type OutlineEntry = { title: string; level: number; page: number };

/** What is known about a document before extraction. Takes well under a second for any accepted file. */
export type Inspection = {
  kind: DocumentKind;
  totalPages: number;
  title?: string;
  authors?: string[];
  year?: number;
  subtitle?: string;
  /** A plain-text summary that the file declares. */
  summary?: string;
  tags?: string[];
  /** The language that the file declares (BCP 47); it may be wrong. */
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

/** An image of a page. Items name it in `src`; the pipeline replaces the name by the object key when it stores the image. */
export type ExtractedImage = {
  /** `<sha256 of bytes>.<ext>`, see `toExtractedImage`. */
  name: string;
  mediaType: ImageMediaType;
  bytes: Uint8Array;
};

export type ExtractedPage = {
  /** 0-based. */
  pageNumber: number;
  content: PageContent;
  /** The images that items of this page name, once each. */
  images: ExtractedImage[];
};

/** A page image in one width; width and height in pixels. */
export type PageImage = ExtractedImage & { width: number; height: number };

/** The images of a page, narrowest first; or the cover of a book whose pages have no fixed layout, as page 0. */
export type RenderedPage = { pageNumber: number; of: 'page' | 'cover'; images: PageImage[] };

/** A page that could not be read; the other pages are not affected (C02). */
export type FailedPage = { pageNumber: number; error: Error };
export const isFailedPage = (page: ExtractedPage | FailedPage): page is FailedPage => 'error' in page;

/** Both ends included, 0-based. */
export type PageRange = { from: number; to: number };

export type ConverterLimits = {
  maxPages: number;
  /** Pixels of one decoded image or rendered page. */
  maxPixels: number;
  /** Size of everything that a container (EPUB) inflates to. */
  maxInflatedBytes: number;
};

export type ConverterContext = {
  language: SourceLanguage;
  /** A temporary folder that is removed after the run. */
  workDir: string;
  tools: ToolRunner;
  ocr: OcrEngine;
  limits: ConverterLimits;
  signal: AbortSignal;
};

/**
 * Reads one kind of document. Runs in the sandbox (a child process with limits and no network), so it may use memory and crash.
 * It must not use the network, write outside of `workDir`, or trust anything in the file. A page has the same content whatever
 * range it is extracted in.
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
  /** The images of the pages that can be rendered, in order. @throws ConversionError if none can */
  render(file: string, range: PageRange, context: ConverterContext): AsyncIterable<RenderedPage>;
}
