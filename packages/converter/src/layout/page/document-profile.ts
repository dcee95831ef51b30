import { horizontalOverlapOf, widthOf } from '../geometry/box.js';
import type { TextLine } from '../lines/text-line.js';
import { lettersOf } from '../lines/text-line.js';

/** Properties of the whole document. They are read from a fixed sample of pages, so that they don't depend on the order of extraction. */
export type DocumentProfile = {
  /** Font size of running text, in points. */
  bodySize: number;
  /** Sizes of paragraphs (in half points): text is no heading because of such a size alone. */
  textSizes: ReadonlySet<number>;
  /** Usual distance between baselines, in font sizes. */
  pitch: number;
  /** Heading level by font size (in half points), for sizes above the running text. */
  levelBySize: Map<number, 1 | 2 | 3>;
};

/** Whether a line is running text: it has more words than table cells and labels. */
const isProse = (line: TextLine): boolean =>
  line.words.length >= 7 || /\p{Script=Han}{12}/u.test(line.words.map((word) => word.text).join(''));

const grid = (size: number): number => Math.round(size * 2) / 2;

const MIN_PAGES_WITH_COVERS = 5;

/**
 * Ranks the font sizes of the sample: the size of most letters is running text, larger ones are headings. Sizes within 6 % are
 * the same. The largest size on several pages is level 1, and so are larger ones (a cover, a title page).
 */
export const profileOf = (pages: readonly (readonly TextLine[])[]): DocumentProfile => {
  const letters = new Map<number, number>();
  for (const line of pages.flat()) {
    const size = grid(line.size);
    letters.set(size, (letters.get(size) ?? 0) + lettersOf(line));
  }
  const prose = new Map<number, number>();
  for (const line of pages.flat()) {
    if (!isProse(line)) continue;
    prose.set(grid(line.size), (prose.get(grid(line.size)) ?? 0) + lettersOf(line));
  }
  const most = (counts: Map<number, number>): number | undefined =>
    [...counts.entries()].sort((a, b) => b[1] - a[1])[0]?.[0];
  const bodySize = most(prose) ?? most(letters) ?? 10;
  const proseTotal = [...prose.values()].reduce((sum, count) => sum + count, 0);
  const textSizes = new Set(
    [...prose].filter(([, count]) => count > 0.06 * proseTotal).map(([size]) => size * 2),
  );
  const total = [...letters.values()].reduce((sum, count) => sum + count, 0);
  const larger = [...letters.entries()]
    .filter(
      ([size, count]) =>
        size > bodySize * 1.08 && count >= 3 && count < 0.25 * total && !textSizes.has(size * 2),
    )
    .map(([size]) => size)
    .sort((a, b) => b - a);
  const ranks: number[][] = [];
  for (const size of larger) {
    const rank = ranks.at(-1);
    if (rank && (rank[0] ?? 0) / size < 1.06) rank.push(size);
    else ranks.push([size]);
  }
  // Covers have their own sizes; a back cover may have them above a text in the usual size.
  const hasCovers = pages.length >= MIN_PAGES_WITH_COVERS;
  const inner = hasCovers ? pages.slice(1, -1) : pages;
  const withoutBack = hasCovers ? pages.slice(0, -1) : pages;
  const pagesWith = (sizes: readonly number[]): number =>
    inner.filter((lines) => lines.some((line) => sizes.includes(grid(line.size)))).length;
  // The size of a title above paragraphs (of an article or chapter) is a level of its own; one on a cover is not.
  const isBody = (line: TextLine): boolean => isProse(line) && Math.abs(line.size - bodySize) < 0.6;
  const standsOverText = (sizes: readonly number[]): boolean =>
    withoutBack.some(
      (lines) => lines.filter(isBody).length >= 8 && lines.some((line) => sizes.includes(grid(line.size))),
    );
  const repeated = ranks.filter((sizes) => pagesWith(sizes) > 1 || standsOverText(sizes));
  const steps = repeated.length > 0 ? repeated : ranks;
  const levelBySize = new Map<number, 1 | 2 | 3>();
  for (const sizes of ranks) {
    const above = steps.filter((step) => (step[0] ?? 0) > (sizes[0] ?? 0)).length;
    const level = above === 0 ? 1 : above === 1 ? 2 : 3;
    for (const size of sizes) levelBySize.set(size, level);
  }
  return { bodySize, textSizes, pitch: pitchOf(pages, bodySize), levelBySize };
};

/** The commonest line distance of running text, in steps of a twentieth of the size. */
const pitchOf = (pages: readonly (readonly TextLine[])[], bodySize: number): number => {
  const counts = new Map<number, number>();
  for (const lines of pages) {
    const body = lines
      .filter((line) => Math.abs(line.size - bodySize) < 0.6)
      .sort((a, b) => a.baseline - b.baseline);
    for (const [index, line] of body.entries()) {
      const next = body
        .slice(index + 1, index + 8)
        .find(
          (other) =>
            other.baseline - line.baseline > 0.8 * bodySize &&
            horizontalOverlapOf(line, other) > 0.5 * widthOf(other),
        );
      if (!next) continue;
      const step = Math.round(((next.baseline - line.baseline) / bodySize) * 20) / 20;
      if (step < 2.5) counts.set(step, (counts.get(step) ?? 0) + 1);
    }
  }
  return [...counts.entries()].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 1.25;
};

/** Whether the document has paragraphs in this size. */
export const isTextSize = (profile: DocumentProfile, size: number): boolean =>
  profile.textSizes.has(grid(size) * 2);

/** The heading level of a font size, by the nearest size of the sample; undefined for running text and smaller. */
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

/** The pages of the sample, evenly spread. Depends on the page count only. */
export const samplePages = (totalPages: number, count = 12): number[] => {
  if (totalPages <= count) return Array.from({ length: totalPages }, (_, i) => i);
  const pages = new Set<number>();
  for (let i = 0; i < count; i += 1) pages.add(Math.floor(((i + 0.5) * totalPages) / count));
  return [...pages].sort((a, b) => a - b);
};
