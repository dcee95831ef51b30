import { ConversionError } from '../conversion-error.js';
import type { ConverterLimits, OutlineEntry } from '../converter.js';
import type { Block, NoteReference } from './block.js';
import type { BoundedZip } from './bounded-zip.js';
import { ChapterReader } from './chapter-reader.js';
import { resolveInContainer } from './container-path.js';
import { headingLevels, locateToc } from './heading-levels.js';
import type { HeadingLevel } from './heading-levels.js';
import { decodeMarkup, descendants, firstDescendant, parseMarkup, textContent, tokens } from './markup.js';
import type { MarkupElement } from './markup.js';
import { plainFormula } from './mathml/math-to-latex.js';
import { readNavigation } from './navigation.js';
import type { Navigation } from './navigation.js';
import { readPackage } from './package-document.js';
import type { EpubPackage } from './package-document.js';
import { sliceByFile, sliceByLength, sliceByPrintPages } from './page-slicer.js';
import type { BlockReference, SlicedBlock } from './page-slicer.js';
import { parseStyleSheet } from './style-sheet.js';
import type { StyleSheet } from './style-sheet.js';

/** A note at the foot of the page that refers to it. */
export type PlacedNote = { marker: string; blocks: BlockReference[] };
export type PlannedPage = { blocks: BlockReference[]; notes: PlacedNote[]; error?: Error };

/** How a book is cut into pages, and what extracting one page needs besides its chapters. */
export type BookPlan = {
  book: EpubPackage;
  pages: PlannedPage[];
  levels: readonly ReadonlyMap<number, HeadingLevel>[];
  outline: OutlineEntry[];
  sample: string;
  /** Number of blocks in each chapter, to check that a second read gives the same blocks. */
  blockCounts: readonly number[];
  /** Language of code blocks that name none: the most frequent one in this book. */
  codeLanguage: string;
};

const MAX_CHAPTER_BYTES = 32 * 1024 * 1024;
const MAX_STYLE_BYTES = 2 * 1024 * 1024;
const SAMPLE_LENGTH = 4000;
const SAMPLE_PARTS = 4;
const DEFAULT_CODE_LANGUAGE = 'python';

type ReadChapter = { path: string; blocks: Block[]; error?: Error };

/** Reads chapters of one book and caches their style sheets. */
export class ChapterLoader {
  private readonly sheets = new Map<string, StyleSheet>();

  constructor(
    private readonly zip: BoundedZip,
    private readonly book: EpubPackage,
    private readonly formula: (math: MarkupElement) => string,
  ) {}

  /** @throws ConversionError when the file can't be inflated */
  async load(path: string): Promise<Block[]> {
    const bytes = await this.zip.read(path, MAX_CHAPTER_BYTES);
    if (!bytes) return [];
    const root = parseMarkup(decodeMarkup(bytes));
    const html = firstDescendant(root, 'html');
    const reader = new ChapterReader({
      resolve: (reference) => this.resolve(path, reference),
      sheets: await this.styleSheets(path, root),
      formula: this.formula,
      language: html?.attributes['xml:lang'] ?? html?.attributes['lang'] ?? this.book.metadata.language ?? '',
    });
    return reader.read(root);
  }

  private resolve(base: string, reference: string) {
    const target = reference === '' ? undefined : resolveInContainer(base, reference);
    const path = target && this.zip.find(target.path);
    return target && path !== undefined ? { path, fragment: target.fragment } : undefined;
  }

  private async styleSheets(path: string, root: MarkupElement): Promise<StyleSheet[]> {
    const sheets: StyleSheet[] = [];
    for (const link of descendants(root, 'link').slice(0, 20)) {
      const target = tokens(link, 'rel').includes('stylesheet')
        ? this.resolve(path, link.attributes['href'] ?? '')
        : undefined;
      if (!target) continue;
      const cached = this.sheets.get(target.path);
      if (cached) {
        sheets.push(cached);
        continue;
      }
      const bytes = await this.zip.read(target.path, MAX_STYLE_BYTES).catch(() => undefined);
      const sheet = parseStyleSheet(bytes ? decodeMarkup(bytes) : '');
      this.sheets.set(target.path, sheet);
      sheets.push(sheet);
    }
    const head = firstDescendant(root, 'head');
    for (const style of head ? descendants(head, 'style') : [])
      sheets.push(parseStyleSheet(textContent(style)));
    return sheets;
  }
}

/**
 * Reads the whole book once and cuts it into pages.
 * @throws ConversionError `damaged`, `no_text`, `too_many_pages`, and the errors of `readPackage`
 */
export const planBook = async (
  zip: BoundedZip,
  limits: ConverterLimits,
  signal: AbortSignal,
): Promise<BookPlan> => {
  const book = await readPackage(zip);
  const navigation = await readNavigation(zip, book);
  const chapters = await readChapters(zip, book, signal);
  const targets = locateToc(navigation.toc, chapters);
  const levels = headingLevels(chapters, targets);
  const { flow, notes } = separateNotes(chapters, levels);
  if (flow.every(({ source }) => source.item.type === 'figure' || source.words === 0))
    throw new ConversionError('no_text');

  const pages = withFailedChapters(slicePages(flow, book, navigation, chapters), chapters).map((page) =>
    placeNotes(page, notes),
  );
  if (pages.length > limits.maxPages)
    throw new ConversionError('too_many_pages', { pages: pages.length, limit: limits.maxPages });

  return {
    book,
    pages,
    levels,
    outline: targets.length > 0 ? outlineOf(targets, pages) : headingOutline(flow, pages),
    sample: sampleOf(flow),
    blockCounts: chapters.map(({ blocks }) => blocks.length),
    codeLanguage: mainCodeLanguage(flow),
  };
};

const readChapters = async (
  zip: BoundedZip,
  book: EpubPackage,
  signal: AbortSignal,
): Promise<ReadChapter[]> => {
  // Plain formulas: converting to LaTeX takes most of the time and doesn't change where pages are cut.
  const loader = new ChapterLoader(zip, book, plainFormula);
  const chapters: ReadChapter[] = [];
  for (const path of book.spine) {
    signal.throwIfAborted();
    try {
      chapters.push({ path, blocks: await loader.load(path) });
    } catch (error) {
      // A damaged file fails only its own page. A zip bomb or encryption fails the book.
      if (!(error instanceof ConversionError) || error.reason !== 'damaged') throw error;
      chapters.push({ path, blocks: [], error });
    }
  }
  const [first] = chapters;
  if (first?.error && chapters.every((chapter) => chapter.error)) throw first.error;
  return chapters;
};

/** Takes referenced notes out of the flow. A note without a reference stays in place. */
const separateNotes = (
  chapters: readonly ReadChapter[],
  levels: readonly ReadonlyMap<number, HeadingLevel>[],
) => {
  const referenced = new Set(
    chapters.flatMap(({ blocks }) => blocks.flatMap((block) => block.notes.map((note) => note.target))),
  );
  const notes = new Map<string, BlockReference[]>();
  const flow: SlicedBlock[] = [];
  for (const [chapter, { path, blocks }] of chapters.entries()) {
    for (const [block, source] of blocks.entries()) {
      const key = source.noteId === undefined ? undefined : `${path}#${source.noteId}`;
      if (key !== undefined && referenced.has(key))
        notes.set(key, [...(notes.get(key) ?? []), { chapter, block }]);
      else flow.push({ chapter, block, source, level: levels[chapter]?.get(block) });
    }
  }
  return { flow, notes };
};

type FlowPage = { flow: SlicedBlock[]; error?: Error };

const slicePages = (
  flow: readonly SlicedBlock[],
  book: EpubPackage,
  navigation: Navigation,
  chapters: readonly ReadChapter[],
): SlicedBlock[][] => {
  if (book.fixedLayout) return sliceByFile(flow);
  return sliceByPrintPages(flow, printPageStarts(flow, navigation, chapters)) ?? sliceByLength(flow);
};

/** Where print pages begin: from the page list, or from the page breaks in the text. */
const printPageStarts = (
  flow: readonly SlicedBlock[],
  navigation: Navigation,
  chapters: readonly ReadChapter[],
): number[] => {
  const starts = new Map<string, number>();
  const marks: number[] = [];
  for (const [index, { chapter, block, source }] of flow.entries()) {
    const path = chapters[chapter]?.path ?? '';
    if (block === 0 || flow[index - 1]?.chapter !== chapter) starts.set(`${path}#`, index);
    for (const { id, isInside, isPageBreak } of source.anchors) {
      const start = isInside ? index + 1 : index;
      if (id !== '' && !starts.has(`${path}#${id}`)) starts.set(`${path}#${id}`, start);
      if (isPageBreak) marks.push(start);
    }
  }
  const listed = navigation.pageList.flatMap(({ path, fragment }) => starts.get(`${path}#${fragment}`) ?? []);
  return listed.length > 2 ? listed : marks;
};

/** Inserts a failed page in the place of each chapter that could not be read. */
const withFailedChapters = (
  pages: readonly SlicedBlock[][],
  chapters: readonly ReadChapter[],
): FlowPage[] => {
  const all: FlowPage[] = pages.map((flow) => ({ flow }));
  for (const [index, { error }] of chapters.entries()) {
    if (!error) continue;
    const place = all.findIndex((page) => (page.flow[0]?.chapter ?? -1) > index);
    all.splice(place < 0 ? all.length : place, 0, { flow: [], error });
  }
  return all;
};

const placeNotes = (page: FlowPage, notes: Map<string, BlockReference[]>): PlannedPage => {
  const references: NoteReference[] = page.flow.flatMap(({ source }) => source.notes);
  const placed: PlacedNote[] = [];
  for (const { target, marker } of references) {
    const blocks = notes.get(target);
    if (!blocks) continue;
    notes.delete(target);
    placed.push({ marker, blocks });
  }
  return {
    blocks: page.flow.map(({ chapter, block }) => ({ chapter, block })),
    notes: placed,
    ...(page.error ? { error: page.error } : {}),
  };
};

const pageIndex = (pages: readonly PlannedPage[]): Map<string, number> => {
  const index = new Map<string, number>();
  for (const [number, page] of pages.entries())
    for (const { chapter, block } of page.blocks) index.set(`${chapter}:${block}`, number);
  return index;
};

const outlineOf = (
  targets: readonly { title: string; depth: number; chapter: number; block: number }[],
  pages: readonly PlannedPage[],
): OutlineEntry[] => {
  const index = pageIndex(pages);
  return targets.flatMap(({ title, depth, chapter, block }) => {
    const page = index.get(`${chapter}:${block}`);
    return page === undefined ? [] : [{ title: title.slice(0, 500), level: depth, page }];
  });
};

const headingOutline = (flow: readonly SlicedBlock[], pages: readonly PlannedPage[]): OutlineEntry[] => {
  const index = pageIndex(pages);
  return flow.flatMap(({ source, level, chapter, block }) => {
    const page = index.get(`${chapter}:${block}`);
    if (level === undefined || page === undefined) return [];
    return [{ title: source.item.content.slice(0, 500), level, page }];
  });
};

/** Paragraphs from four places of the book, since the first pages are often legal text in another language. */
const sampleOf = (flow: readonly SlicedBlock[]): string => {
  const texts = flow.flatMap(({ source }) =>
    source.item.type === 'text' && source.words > 3 ? [source.item.content] : [],
  );
  const all =
    texts.length > 0 ? texts : flow.map(({ source }) => source.item.content).filter((text) => text !== '');
  const share = Math.floor(SAMPLE_LENGTH / SAMPLE_PARTS) - 1;
  if (all.join('\n').length <= SAMPLE_LENGTH) return all.join('\n');
  return Array.from({ length: SAMPLE_PARTS }, (_, part) => {
    const from = Math.floor(((part + 0.4) * all.length) / SAMPLE_PARTS);
    return all.slice(from).join('\n').slice(0, share);
  }).join('\n');
};

const mainCodeLanguage = (flow: readonly SlicedBlock[]): string => {
  const counts = new Map<string, number>();
  for (const { source } of flow) {
    if (source.item.type === 'code' && source.item.language !== '')
      counts.set(source.item.language, (counts.get(source.item.language) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? DEFAULT_CODE_LANGUAGE;
};
