import type { TextLine } from './text-line.js';

/** What all pages of a document share; read from a fixed sample of pages, so that no page depends on which ran first. */
export type DocumentProfile = {
  /** Font size of running text, in points. */
  bodySize: number;
  /** Heading level by font size (tenths of a point), for sizes above the running text. */
  levelBySize: Map<number, 1 | 2 | 3>;
};

const lettersOf = (line: TextLine): number => line.words.reduce((sum, word) => sum + word.text.length, 0);
const grid = (size: number): number => Math.round(size * 2) / 2;

/**
 * Ranks the font sizes of the sample: the size most letters have is running text, larger ones are headings. Sizes within 6 %
 * of each other are one. The largest that comes on several pages is level 1; what is larger still (a title page) is too.
 */
export const profileOf = (pages: readonly (readonly TextLine[])[]): DocumentProfile => {
  const letters = new Map<number, number>();
  for (const line of pages.flat()) {
    const size = grid(line.size);
    letters.set(size, (letters.get(size) ?? 0) + lettersOf(line));
  }
  const bodySize = [...letters.entries()].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
  const total = [...letters.values()].reduce((sum, count) => sum + count, 0);
  const larger = [...letters.entries()]
    .filter(([size, count]) => size > bodySize * 1.08 && count >= 3 && count < 0.25 * total)
    .map(([size]) => size)
    .sort((a, b) => b - a);
  const ranks: number[][] = [];
  for (const size of larger) {
    const rank = ranks.at(-1);
    if (rank && (rank[0] ?? 0) / size < 1.06) rank.push(size);
    else ranks.push([size]);
  }
  const pagesWith = (sizes: readonly number[]): number =>
    pages.filter((lines) => lines.some((line) => sizes.includes(grid(line.size)))).length;
  const repeated = ranks.filter((sizes) => pagesWith(sizes) > 1);
  const steps = repeated.length > 0 ? repeated : ranks;
  const levelBySize = new Map<number, 1 | 2 | 3>();
  for (const sizes of ranks) {
    const above = steps.filter((step) => (step[0] ?? 0) > (sizes[0] ?? 0)).length;
    const level = above === 0 ? 1 : above === 1 ? 2 : 3;
    for (const size of sizes) levelBySize.set(size, level);
  }
  return { bodySize, levelBySize };
};

/** The level of a font size, by the nearest size of the sample; undefined for running text and smaller. */
export const levelOfSize = (profile: DocumentProfile, size: number): 1 | 2 | 3 | undefined => {
  const exact = profile.levelBySize.get(grid(size));
  if (exact) return exact;
  if (size <= profile.bodySize * 1.12) return undefined;
  let best: 1 | 2 | 3 = 3;
  let distance = Infinity;
  for (const [known, level] of profile.levelBySize) {
    if (Math.abs(known - size) < distance) {
      distance = Math.abs(known - size);
      best = level;
    }
  }
  return best;
};

/** Which pages the sample is taken from: the first ones and an even spread over the rest; a function of the page count alone. */
export const samplePages = (totalPages: number, count = 12): number[] => {
  if (totalPages <= count) return Array.from({ length: totalPages }, (_, i) => i);
  const pages = new Set<number>();
  for (let i = 0; i < count; i += 1) pages.add(Math.floor(((i + 0.5) * totalPages) / count));
  return [...pages].sort((a, b) => a - b);
};
