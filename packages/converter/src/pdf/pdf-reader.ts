import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { EdgeLine } from '../layout/flow/running-heads.js';
import { edgeLinesOf } from '../layout/flow/running-heads.js';
import type { TextLine } from '../layout/lines/text-line.js';
import type { DocumentProfile } from '../layout/page/document-profile.js';
import { profileOf, samplePages } from '../layout/page/document-profile.js';
import type { LoadedPage } from './load-page.js';
import { loadPage } from './load-page.js';
import { linesOfPage } from './page-lines.js';
import { readContentTags } from './structure-tags.js';

const PROFILE_PAGES = 12;
const CACHED_PAGES = 12;
const MAX_SAMPLE = 4000;
const SAMPLE_PAGES = 12;
const MAX_GARBAGE = 0.25;
/** Running heads are found by comparing a page with these. */
const NEIGHBOUR_OFFSETS = [-2, -1, 1, 2];

export type ReadPage = LoadedPage & { lines: TextLine[]; edges: EdgeLine[] };
export type NeighbourPage = ReadPage & { offset: number };

/** Reads pages of an open file and caches the last ones, because a page is also read for its neighbours. */
export class PdfReader {
  private readonly pages = new Map<number, Promise<ReadPage>>();
  private profilePromise: Promise<DocumentProfile> | undefined;
  private isTagged: Promise<boolean> | undefined;

  constructor(readonly document: PDFDocumentProxy) {}

  read(pageNumber: number): Promise<ReadPage> {
    const cached = this.pages.get(pageNumber);
    if (cached) return cached;
    const page = this.load(pageNumber);
    page.catch(() => undefined);
    this.pages.set(pageNumber, page);
    const oldest = this.pages.size > CACHED_PAGES ? this.pages.keys().next().value : undefined;
    if (oldest !== undefined) this.pages.delete(oldest);
    return page;
  }

  /** The readable pages around a page. */
  async neighboursOf(pageNumber: number): Promise<NeighbourPage[]> {
    const offsets = NEIGHBOUR_OFFSETS.filter(
      (offset) => pageNumber + offset >= 0 && pageNumber + offset < this.document.numPages,
    );
    const pages = await Promise.all(
      offsets.map((offset) =>
        this.read(pageNumber + offset).then(
          (page) => ({ ...page, offset }),
          () => null,
        ),
      ),
    );
    return pages.filter((page) => page !== null);
  }

  /** Font sizes of a fixed sample of pages: the same, whichever pages are extracted. */
  profile(): Promise<DocumentProfile> {
    this.profilePromise ??= this.readProfile();
    return this.profilePromise;
  }

  /** Text of the first pages with a readable text layer, for language detection. */
  async sample(): Promise<string> {
    let sample = '';
    const last = Math.min(this.document.numPages, SAMPLE_PAGES);
    for (let pageNumber = 0; pageNumber < last && sample.length < MAX_SAMPLE; pageNumber += 1) {
      const page = await this.read(pageNumber).catch(() => null);
      if (!page || page.graphics.garbage > MAX_GARBAGE * page.graphics.drawn) continue;
      for (const line of page.lines) sample += `${line.words.map((word) => word.text).join(' ')}\n`;
    }
    return sample.slice(0, MAX_SAMPLE);
  }

  private async readProfile(): Promise<DocumentProfile> {
    const pages: TextLine[][] = [];
    for (const pageNumber of samplePages(this.document.numPages, PROFILE_PAGES)) {
      const page = await this.read(pageNumber).catch(() => null);
      if (page) pages.push(page.lines);
    }
    return profileOf(pages);
  }

  private async load(pageNumber: number): Promise<ReadPage> {
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
