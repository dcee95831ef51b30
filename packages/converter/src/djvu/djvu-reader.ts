import { edgeLinesOf } from '../layout/flow/running-heads.js';
import type { EdgeLine } from '../layout/flow/running-heads.js';
import type { TextLine } from '../layout/lines/text-line.js';
import type { DocumentProfile } from '../layout/page/document-profile.js';
import { profileOf, samplePages } from '../layout/page/document-profile.js';
import type { ConverterContext } from '../converter.js';
import { readPage, readZones } from './djvu-tools.js';
import type { DjvuPage } from './djvu-tools.js';
import { linesOfRecognisedLayer, linesOfTypesetLayer, wholeWordsOf } from './layer-lines.js';
import { isTypeset } from './text-zones.js';

/** Number of pages that represent a document, for its profile and its sample text. */
export const SAMPLE_PAGES = 8;
const CACHED_PAGES = 16;
const VOCABULARY_PAGES = 200;

export type ReadPage = DjvuPage & {
  /** In points. */
  size: { width: number; height: number };
  lines: TextLine[];
  edges: EdgeLine[];
  isTypeset: boolean;
  text: string;
};

const textOfLines = (lines: readonly TextLine[]): string =>
  lines.map((line) => line.words.map((word) => word.text).join(' ')).join('\n');

/** Reads pages of one file and caches the last few, since running heads are found by comparing neighbours. */
export class DjvuReader {
  private readonly pages = new Map<number, Promise<ReadPage>>();
  private vocabulary: Promise<ReadonlySet<string>> | undefined;
  private profilePromise: Promise<DocumentProfile> | undefined;

  constructor(
    private readonly file: string,
    readonly totalPages: number,
    private readonly context: ConverterContext,
  ) {}

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

  /** Type sizes of the document, from a fixed sample of pages, so that every range of pages has the same profile. */
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

  /** Words of the document, to recognise words that were split between two zones. */
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
