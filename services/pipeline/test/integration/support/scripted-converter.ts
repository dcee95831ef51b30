import type {
  ExtractedPage,
  FailedPage,
  Inspection,
  PageRange,
  RenderedPage,
} from '@hamkhan/converter/converter';
import { DocumentConverter, type ConversionJob } from '@hamkhan/converter/document-converter';
import { toExtractedImage } from '@hamkhan/converter/images/extracted-image';

/** Pages of each document. */
export const TOTAL = 5;

/** A converter without files: each test defines what it returns for a page. */
export class ScriptedConverter extends DocumentConverter {
  requested: PageRange[] = [];
  inspections = 0;
  /** The priority of each inspection and extraction. */
  priorities: ('normal' | 'low')[] = [];
  onInspect: () => Promise<Inspection> = () => Promise.resolve(inspection());
  onPage: (pageNumber: number, job: ConversionJob) => Promise<ExtractedPage | FailedPage> = (pageNumber) =>
    Promise.resolve(pageOf(pageNumber));

  rendered: PageRange[] = [];
  onRender: (pageNumber: number) => Promise<RenderedPage | null> = (pageNumber) =>
    Promise.resolve(imagesOf(pageNumber));

  override inspect({ isAwaited }: ConversionJob): Promise<Inspection> {
    this.inspections += 1;
    this.priorities.push(isAwaited ? 'normal' : 'low');
    return this.onInspect();
  }

  override async *extract(job: ConversionJob, range: PageRange): AsyncGenerator<ExtractedPage | FailedPage> {
    this.requested.push(range);
    this.priorities.push(job.isAwaited ? 'normal' : 'low');
    for (let page = range.from; page <= range.to; page += 1) yield await this.onPage(page, job);
  }

  override async *render(_job: ConversionJob, range: PageRange): AsyncGenerator<RenderedPage> {
    this.rendered.push(range);
    for (let page = range.from; page <= range.to; page += 1) {
      const images = await this.onRender(page);
      if (images) yield images;
    }
  }
}

export const inspection = (): Inspection => ({
  kind: 'pdf',
  totalPages: TOTAL,
  outline: [],
  sample: 'words',
});
export const pageOf = (pageNumber: number, words = `page ${pageNumber}`): ExtractedPage => ({
  pageNumber,
  content: { items: [{ id: 'a', type: 'text', content: words }], page_info: { page_type: 'text' } },
  images: [],
});
export const imagesOf = (pageNumber: number): RenderedPage => ({
  pageNumber,
  of: 'page',
  images: [320, 800].map((width) => ({
    ...toExtractedImage(Buffer.from(`${pageNumber} ${width}`), 'image/webp'),
    width,
    height: width,
  })),
});
