import type { Block } from './block.js';
import type { HeadingLevel } from './heading-levels.js';

/** A block by its place in the book. */
export type BlockReference = { chapter: number; block: number };
export type SlicedBlock = BlockReference & { source: Block; level?: HeadingLevel };

/** About the length of a printed page. */
const PAGE_WORDS = 350;
/** A shorter page is not ended before a heading or before a paragraph that would make it too long. */
const HALF_PAGE_WORDS = 175;
const LONG_PAGE_WORDS = 500;
/** Longer print pages miss a page break, or the breaks are not page breaks at all. */
const MAX_PRINT_PAGE_WORDS = 900;
const MIN_PRINT_PAGE_WORDS = 60;

const wordsOf = (blocks: readonly SlicedBlock[]): number =>
  blocks.reduce((sum, { source }) => sum + source.words, 0);
const introducesNext = ({ source, level }: SlicedBlock): boolean =>
  level !== undefined || source.item.type === 'heading' || source.item.type === 'table_caption';

/** Ends a page; headings and table captions at its end move to the next page. */
const closePage = (pages: SlicedBlock[][], current: SlicedBlock[]): SlicedBlock[] => {
  let keep = current.length;
  while (keep > 0) {
    const last = current[keep - 1];
    if (!last || !introducesNext(last)) break;
    keep -= 1;
  }
  if (keep === 0) keep = current.length;
  pages.push(current.slice(0, keep));
  return current.slice(keep);
};

const hasOnlyFigures = (blocks: readonly SlicedBlock[]): boolean =>
  blocks.every(({ source }) => source.item.type === 'figure');

/**
 * Cuts the flow of a book into pages of about 350 words, between blocks only: before a chapter, before an important heading
 * once half a page is full, and never after a heading. The pages of a chapter that starts a page don't depend on the
 * length of the chapters before it.
 */
export const sliceByLength = (flow: readonly SlicedBlock[]): SlicedBlock[][] => {
  const pages: SlicedBlock[][] = [];
  let current: SlicedBlock[] = [];
  // Counted as blocks are added: blocks without words can make a page very long.
  let words = 0;
  for (const [index, block] of flow.entries()) {
    const before = flow[index - 1];
    const startsFile = before !== undefined && before.chapter !== block.chapter;
    const isImportant = block.level !== undefined && block.level <= 2;
    const isFull =
      words >= PAGE_WORDS || (words >= HALF_PAGE_WORDS && words + block.source.words > LONG_PAGE_WORDS);
    const opensChapter = startsFile && (isImportant || words >= HALF_PAGE_WORDS || hasOnlyFigures(current));
    const opensSection = isImportant && words >= HALF_PAGE_WORDS;
    if (
      current.length > 0 &&
      (opensChapter || ((isFull || opensSection) && block.source.item.type !== 'abandon'))
    ) {
      if (opensChapter) {
        pages.push(current);
        current = [];
      } else current = closePage(pages, current);
      words = wordsOf(current);
    }
    current.push(block);
    words += block.source.words;
  }
  if (current.length > 0) pages.push(current);
  return pages;
};

/**
 * Cuts the flow where the pages of the print edition begin. A page break inside a paragraph moves to its end.
 * @param starts indexes in the flow
 * @returns undefined where the breaks are too few or too far apart to be pages
 */
export const sliceByPrintPages = (
  flow: readonly SlicedBlock[],
  starts: readonly number[],
): SlicedBlock[][] | undefined => {
  const cuts = [...new Set(starts)].filter((start) => start > 0 && start < flow.length).sort((a, b) => a - b);
  const average = wordsOf(flow) / (cuts.length + 1);
  if (cuts.length < 2 || average < MIN_PRINT_PAGE_WORDS || average > MAX_PRINT_PAGE_WORDS) return undefined;
  return [0, ...cuts].flatMap((from, index) => {
    const page = flow.slice(from, cuts[index] ?? flow.length);
    return wordsOf(page) > MAX_PRINT_PAGE_WORDS ? sliceByLength(page) : [page];
  });
};

/** Each content document of a fixed-layout book is a page. */
export const sliceByFile = (flow: readonly SlicedBlock[]): SlicedBlock[][] => {
  const pages = new Map<number, SlicedBlock[]>();
  for (const block of flow) {
    const page = pages.get(block.chapter);
    if (page) page.push(block);
    else pages.set(block.chapter, [block]);
  }
  return [...pages.values()];
};
