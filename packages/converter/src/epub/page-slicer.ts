import type { Block } from './block.js';
import type { HeadingLevel } from './heading-levels.js';

/** A block by its place in the book. */
export type BlockReference = { chapter: number; block: number };
export type SlicedBlock = BlockReference & { source: Block; level?: HeadingLevel };

/** About what a printed page holds. */
const PAGE_WORDS = 350;
/** Below this a page is not ended for a heading, nor for a paragraph that would make it long. */
const HALF_PAGE_WORDS = 175;
const LONG_PAGE_WORDS = 500;
/** Print pages that are longer have lost a mark, or the marks are no pages at all. */
const MAX_PRINT_PAGE_WORDS = 900;
const MIN_PRINT_PAGE_WORDS = 60;

const wordsOf = (blocks: readonly SlicedBlock[]): number =>
  blocks.reduce((sum, { source }) => sum + source.words, 0);
const isLead = ({ source, level }: SlicedBlock): boolean =>
  level !== undefined || source.item.type === 'heading' || source.item.type === 'table_caption';

/** A heading or the caption above a table never stays alone at the foot of a page. */
const closePage = (pages: SlicedBlock[][], current: SlicedBlock[]): SlicedBlock[] => {
  let keep = current.length;
  while (keep > 0) {
    const last = current[keep - 1];
    if (!last || !isLead(last)) break;
    keep -= 1;
  }
  if (keep === 0) keep = current.length;
  pages.push(current.slice(0, keep));
  return current.slice(keep);
};

const isPictureOnly = (blocks: readonly SlicedBlock[]): boolean =>
  blocks.every(({ source }) => source.item.type === 'figure');

/**
 * Cuts the flow of a book into pages of about 350 words, between blocks only: before a chapter or an important heading
 * once half a page is full, and never so that a heading ends a page. What follows a chapter's start doesn't depend on how
 * long the chapters before it are.
 */
export const sliceByLength = (flow: readonly SlicedBlock[]): SlicedBlock[][] => {
  const pages: SlicedBlock[][] = [];
  let current: SlicedBlock[] = [];
  for (const [index, block] of flow.entries()) {
    const words = wordsOf(current);
    const before = flow[index - 1];
    const startsFile = before !== undefined && before.chapter !== block.chapter;
    const isImportant = block.level !== undefined && block.level <= 2;
    const isFull =
      words >= PAGE_WORDS || (words >= HALF_PAGE_WORDS && words + block.source.words > LONG_PAGE_WORDS);
    const opensChapter = startsFile && (isImportant || words >= HALF_PAGE_WORDS || isPictureOnly(current));
    const opensSection = isImportant && words >= HALF_PAGE_WORDS;
    if (
      current.length > 0 &&
      (opensChapter || ((isFull || opensSection) && block.source.item.type !== 'abandon'))
    ) {
      if (opensChapter) {
        pages.push(current);
        current = [];
      } else current = closePage(pages, current);
    }
    current.push(block);
  }
  if (current.length > 0) pages.push(current);
  return pages;
};

/**
 * Cuts the flow where the pages of the print edition begin. A page that begins inside a paragraph begins after it here.
 * @param starts indexes in the flow
 * @returns undefined where the marks are too few or too uneven to be pages
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
