import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { RenderedPage, ExtractedPage, FailedPage, Inspection, PageRange } from './converter.js';

export type ConversionJob = {
  /** Path on this machine. */
  file: string;
  kind: DocumentKind;
  language: SourceLanguage;
  /** Somebody waits for this very page: it is not put behind everything else that the machine does. */
  isAwaited: boolean;
  signal: AbortSignal;
};

/** Reads documents outside this process, where a hostile file can do no harm. */
export abstract class DocumentConverter {
  /** @throws ConversionError with the reason the document can't be read */
  abstract inspect(job: ConversionJob): Promise<Inspection>;

  /** Pages in order, each as soon as it is ready. @throws ConversionError when the converter can't go on */
  abstract extract(job: ConversionJob, range: PageRange): AsyncIterable<ExtractedPage | FailedPage>;

  /** Pictures of the pages that can be drawn, in order. @throws ConversionError when the converter can't go on */
  abstract render(job: ConversionJob, range: PageRange): AsyncIterable<RenderedPage>;
}
