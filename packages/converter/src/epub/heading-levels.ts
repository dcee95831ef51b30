import type { Block } from './block.js';
import type { NavigationEntry } from './navigation.js';

export type HeadingLevel = 1 | 2 | 3;
/** An entry of the table of contents with the block it points to. */
export type TocTarget = NavigationEntry & { chapter: number; block: number };

type ChapterBlocks = { path: string; blocks: readonly Block[] };

const FIRST_BLOCKS = 4;
const MAX_TITLE_WORDS = 20;

const clamp = (level: number): HeadingLevel => (level <= 1 ? 1 : level === 2 ? 2 : 3);
const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Finds the blocks that the table of contents points to. Entries without a target are left out. */
export const locateToc = (
  toc: readonly NavigationEntry[],
  chapters: readonly ChapterBlocks[],
): TocTarget[] => {
  const chapterOf = new Map(chapters.map((chapter, index) => [chapter.path, index]));
  const anchors = chapters.map(({ blocks }) => {
    const map = new Map<string, number>();
    for (const [index, block] of blocks.entries())
      for (const { id } of block.anchors) if (!map.has(id)) map.set(id, index);
    return map;
  });
  return toc.flatMap((entry) => {
    const chapter = chapterOf.get(entry.path);
    if (chapter === undefined) return [];
    const block = entry.fragment === '' ? 0 : (anchors[chapter]?.get(entry.fragment) ?? 0);
    return (chapters[chapter]?.blocks.length ?? 0) > block ? [{ ...entry, chapter, block }] : [];
  });
};

/** The heading of a table of contents entry, at its target or shortly after; one with the same title comes first. */
const headingFor = (target: TocTarget, blocks: readonly Block[]): number | undefined => {
  const title = fold(target.title);
  const near = blocks
    .slice(target.block, target.block + FIRST_BLOCKS)
    .map((block, offset) => ({ block, index: target.block + offset }));
  const titled = near.find(
    ({ block }) => block.item.type === 'heading' && fold(block.item.content) === title,
  );
  const text = near.find(
    ({ block }) =>
      block.item.type === 'text' &&
      block.words <= MAX_TITLE_WORDS &&
      fold(block.item.content) === title &&
      title !== '',
  );
  const any = near.find(({ block }) => block.item.type === 'heading');
  return (titled ?? text ?? any)?.index;
};

/**
 * Levels of all headings of a book, by chapter and block. With a nested table of contents, the depth of the entry is the
 * level, and a heading without an entry gets its level from the listed heading before it. With a flat or missing table of
 * contents, the ranks h1 to h6 that the book uses are numbered from the top. A paragraph with the title of an entry is a
 * heading too.
 */
export const headingLevels = (
  chapters: readonly ChapterBlocks[],
  targets: readonly TocTarget[],
): Map<number, HeadingLevel>[] => {
  const levels = chapters.map(() => new Map<number, HeadingLevel>());
  const listed = chapters.map(() => new Map<number, number>());
  for (const target of targets) {
    const index = headingFor(target, chapters[target.chapter]?.blocks ?? []);
    const known = index === undefined ? undefined : listed[target.chapter]?.get(index);
    if (index !== undefined && (known === undefined || target.depth < known))
      listed[target.chapter]?.set(index, target.depth);
  }
  const isNested = targets.some((target) => target.depth > 1);
  const ranks = usedRanks(chapters);
  let above: { rank: number; level: number } | undefined;
  for (const [chapter, { blocks }] of chapters.entries()) {
    for (const [index, block] of blocks.entries()) {
      const depth = listed[chapter]?.get(index);
      const isHeading = block.item.type === 'heading';
      if (!isHeading && depth === undefined) continue;
      const rank = block.rank ?? 6;
      const byRank = Math.max(1, ranks.indexOf(rank) + 1);
      let level: number;
      if (!isHeading) level = depth ?? 1;
      else if (!isNested) level = byRank;
      else if (depth !== undefined) level = depth;
      else if (!above) level = byRank;
      else level = rank > above.rank ? above.level + (rank - above.rank) : above.level;
      if (depth !== undefined && isHeading) above = { rank, level };
      levels[chapter]?.set(index, clamp(level));
    }
  }
  for (const map of levels) raiseKickers(map);
  return levels;
};

/** Gives a line above a title ("Chapter one") the level of the title. */
const raiseKickers = (levels: Map<number, HeadingLevel>): void => {
  for (const [index, level] of [...levels].reverse()) {
    const next = levels.get(index + 1);
    if (next !== undefined && next < level) levels.set(index, next);
  }
};

/** The heading ranks that a book uses, highest first. */
const usedRanks = (chapters: readonly ChapterBlocks[]): number[] => {
  const ranks = new Set<number>();
  for (const { blocks } of chapters)
    for (const block of blocks) if (block.item.type === 'heading' && block.rank) ranks.add(block.rank);
  return [...ranks].sort((a, b) => a - b);
};
