import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { RenderedPage, ExtractedPage, FailedPage, Inspection, PageRange } from './converter.js';

export type ConversionJob = {
  /** Local path. */
  file: string;
  kind: DocumentKind;
  language: SourceLanguage;
  /** A reader waits for this page: it does not get a lower priority than other work. */
  isAwaited: boolean;
  signal: AbortSignal;
};

/** Reads documents in another process, where a hostile file can do no harm. */
export abstract class DocumentConverter {
  /** @throws ConversionError with the reason the document can't be read */
  abstract inspect(job: ConversionJob): Promise<Inspection>;

  /** Pages in order, each as soon as it is ready. @throws ConversionError if the converter can't continue */
  abstract extract(job: ConversionJob, range: PageRange): AsyncIterable<ExtractedPage | FailedPage>;

  /** Images of the pages that can be rendered, in order. @throws ConversionError if the converter can't continue */
  abstract render(job: ConversionJob, range: PageRange): AsyncIterable<RenderedPage>;
}
