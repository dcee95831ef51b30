import type { GreyImage } from '../../ocr/page-image.js';
import type { Box } from '../geometry/box.js';
import {
  areaOf,
  heightOf,
  horizontalOverlapOf,
  unionOf,
  verticalOverlapOf,
  widthOf,
} from '../geometry/box.js';
import type { PageDrawing } from '../figures/figures.js';

/** A copy of the page at about 150 dots an inch: one byte a pixel, 1 where there is ink. */
type Ink = { width: number; height: number; dark: Uint8Array };
/** `fill`: share of the box that shows ink. */
type Patch = { box: Box; fill: number };

/** Points that a pixel of the copy stands for. */
const PIXEL = 0.48;
/** Longer than strokes of letters in running text, shorter than the side of a table's cell. Points. */
const LEAST_RULE = 22;
const MOST_RULE_WIDTH = 3.2;
/** Pieces of one rule that the scan broke stand this close. Points. */
const RULE_GAP = 4;
const EDGE = 0.02;
/** Logos and ornaments of the layout stand in the outermost strip. */
const MARGIN = 0.12;
/** A page darker than this is no ink on paper. */
const MOST_INK = 0.5;
/** More strokes than any table has: the weave of a picture. */
const MOST_RULES = 1000;
const LONG_SIDE_OF_PAPER = 842;
const LEAST_PICTURE = 30;
const LEAST_SHAPE = 8;
/** How much of a picture's box shows ink; lines and letters show less. */
const LEAST_FILL = 0.25;

/**
 * What a scanned page shows besides its words: rules (straight thin strokes), pictures (areas full of ink) and shapes (other ink,
 * as diagrams have). What was read as words is left out of the last two, and so is what lies on the very edge.
 *
 * @param image level: lines of text run along its rows
 * @param page its size in points
 * @param words boxes of the recognised words, in points
 */
export const drawingOfScan = (
  image: GreyImage,
  page: { width: number; height: number },
  words: readonly Box[],
): PageDrawing => {
  // Some scans claim to be larger than any paper: lengths are those of a sheet of A4.
  const paper = Math.max(1, Math.max(page.width, page.height) / LONG_SIDE_OF_PAPER);
  const scale = page.width / paper / image.width;
  const factor = Math.max(1, Math.round(PIXEL / scale));
  const unit = scale * factor;
  const ink = inkOf(image, factor);
  const sheet = { width: page.width / paper, height: page.height / paper };
  const none: PageDrawing = { ...page, images: [], rules: [], panels: [], shapes: [], isScan: true };
  if (ink.share > MOST_INK) return none;

  const read = words.map((word) => times(word, 1 / paper));
  const isPrinted = (box: Box): boolean => !isAtEdge(box, sheet);
  const rules = [...rulesOf(ink, unit), ...rulesOf(transposed(ink), unit).map(swapped)].filter(
    (rule) => isPrinted(rule) && !isInWords(rule, read),
  );
  const patches = patchesOf(ink, unit, read, rules).filter(({ box }) => isPrinted(box));
  const isPicture = ({ box, fill }: Patch): boolean =>
    fill > LEAST_FILL && Math.min(widthOf(box), heightOf(box)) >= LEAST_PICTURE;
  const onPage = (boxes: readonly Box[]): Box[] => boxes.map((box) => times(box, paper));
  return {
    ...none,
    rules: onPage(rules),
    images: onPage(
      patches.filter((patch) => isPicture(patch) && !isInMargin(patch.box, sheet)).map(({ box }) => box),
    ),
    shapes: onPage(
      patches
        .filter(
          (patch) => !isPicture(patch) && Math.max(widthOf(patch.box), heightOf(patch.box)) >= LEAST_SHAPE,
        )
        .map(({ box }) => box),
    ),
  };
};

/** Each pixel of the copy is as dark as the darkest it stands for: hairlines must not get lost. */
const inkOf = (
  { width: fullWidth, height: fullHeight, samples }: GreyImage,
  factor: number,
): Ink & { share: number } => {
  const width = Math.floor(fullWidth / factor);
  const height = Math.floor(fullHeight / factor);
  const dark = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height * factor; y += 1) {
    const row = Math.floor(y / factor) * width;
    let at = y * fullWidth;
    for (let x = 0; x < width; x += 1) {
      let least = dark[row + x] ?? 255;
      for (let i = 0; i < factor; i += 1, at += 1) {
        const value = samples[at] ?? 255;
        if (value < least) least = value;
      }
      dark[row + x] = least;
    }
  }
  const counts = new Float64Array(256);
  for (const value of dark) counts[value] = (counts[value] ?? 0) + 1;
  const threshold = thresholdOf(counts);
  let count = 0;
  for (let i = 0; i < dark.length; i += 1) {
    const isInk = (dark[i] ?? 255) <= threshold ? 1 : 0;
    dark[i] = isInk;
    count += isInk;
  }
  return { width, height, dark, share: count / Math.max(1, dark.length) };
};

/** The level that parts dark from light best (Otsu 1979). */
const thresholdOf = (counts: Float64Array): number => {
  let total = 0;
  let sum = 0;
  for (const [level, count] of counts.entries()) {
    total += count;
    sum += level * count;
  }
  let [count, part, best, most] = [0, 0, 127, -1];
  for (let level = 0; level < 255; level += 1) {
    count += counts[level] ?? 0;
    part += level * (counts[level] ?? 0);
    if (count === 0 || count === total) continue;
    const distance = part / count - (sum - part) / (total - count);
    const between = count * (total - count) * distance * distance;
    if (between > most) [best, most] = [level, between];
  }
  return best;
};

const transposed = ({ width, height, dark }: Ink): Ink => {
  const turned = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + y] = dark[y * width + x] ?? 0;
  return { width: height, height: width, dark: turned };
};

const swapped = ({ x0, y0, x1, y1 }: Box): Box => ({ x0: y0, y0: x0, x1: y1, y1: x1 });
const times = (box: Box, by: number): Box => ({
  x0: box.x0 * by,
  y0: box.y0 * by,
  x1: box.x1 * by,
  y1: box.y1 * by,
});

/** The shadow of a spine, the end of the sheet: not printed. */
const isAtEdge = (box: Box, { width, height }: { width: number; height: number }): boolean =>
  box.x1 < EDGE * width ||
  box.x0 > (1 - EDGE) * width ||
  box.y1 < EDGE * height ||
  box.y0 > (1 - EDGE) * height;

const isInMargin = (box: Box, { height }: { height: number }): boolean =>
  box.y1 < MARGIN * height || box.y0 > (1 - MARGIN) * height;

/** Letters that the copy has run together make strokes too, but those lie in words. */
const isInWords = (rule: Box, words: readonly Box[]): boolean => {
  const isLevel = widthOf(rule) >= heightOf(rule);
  const middle = (rule.y0 + rule.y1) / 2;
  let covered = 0;
  for (const word of words) {
    const across = horizontalOverlapOf(rule, word);
    const down = verticalOverlapOf(rule, word);
    if (across <= 0 || down <= 0) continue;
    if (!isLevel) covered += down;
    else if (middle > word.y0 + 0.05 * heightOf(word) && middle < word.y1 + 0.02 * heightOf(word))
      covered += across;
  }
  return covered > 0.5 * Math.max(widthOf(rule), heightOf(rule));
};

/** A stroke and how many pixels it has. */
type Stroke = Box & { area: number };

/** A rule may lean this much: paper is never quite square to the scanner. */
const MOST_LEAN = 0.02;

/** Long level runs of ink, those that touch in neighbouring rows taken as one: thin, and light on both sides. */
const rulesOf = (ink: Ink, unit: number): Box[] => {
  const found: Stroke[] = [];
  let open: Stroke[] = [];
  for (let y = 0; y < ink.height; y += 1) {
    const next: Stroke[] = [];
    for (const run of runsOf(ink, y, LEAST_RULE / unit)) {
      for (const known of [open, next]) {
        for (let i = known.length - 1; i >= 0; i -= 1) {
          const other = known[i];
          if (!other || horizontalOverlapOf(run, other) < -2) continue;
          Object.assign(run, unionOf([run, other]), { area: run.area + other.area });
          known.splice(i, 1);
        }
      }
      next.push(run);
    }
    found.push(...open);
    open = next;
  }
  found.push(...open);
  const most = Math.max(2, MOST_RULE_WIDTH / unit);
  const isThin = (run: Stroke): boolean =>
    run.area <= most * widthOf(run) && heightOf(run) <= most + MOST_LEAN * widthOf(run);
  const rules = found.filter((run) => isThin(run) && isFree(run, ink));
  if (rules.length > MOST_RULES) return [];
  return joined(rules, RULE_GAP / unit).map((rule) => times(rule, unit));
};

/** Breaks of one or two pixels are the scan's. */
const runsOf = ({ width, dark }: Ink, y: number, least: number): Stroke[] => {
  const runs: Stroke[] = [];
  const start = y * width;
  let from = -1;
  let last = -1;
  const close = (): void => {
    if (from >= 0 && last + 1 - from >= least)
      runs.push({ x0: from, y0: y, x1: last + 1, y1: y + 1, area: last + 1 - from });
  };
  for (let x = dark.indexOf(1, start) - start; x >= 0 && x < width; x += 1) {
    if (dark[start + x] !== 1) continue;
    if (from < 0 || x - last > 3) {
      close();
      from = x;
    }
    last = x;
  }
  close();
  return runs;
};

const MOST_BESIDE = 0.3;

const isFree = (run: Box, { width, height, dark }: Ink): boolean =>
  [run.y0 - 2, run.y1 + 1].every((y) => {
    if (y < 0 || y >= height) return false;
    let beside = 0;
    for (let x = run.x0; x < run.x1; x += 1) beside += dark[y * width + x] ?? 0;
    return beside <= MOST_BESIDE * widthOf(run);
  });

const joined = (pieces: readonly Box[], gap: number): Box[] => {
  const rules: Box[] = [];
  for (const piece of [...pieces].sort((a, b) => a.x0 - b.x0)) {
    const before = rules.find(
      (rule) => piece.x0 - rule.x1 < gap && piece.x0 > rule.x0 && verticalOverlapOf(piece, rule) >= -1,
    );
    if (before) Object.assign(before, unionOf([before, piece]));
    else rules.push({ ...piece });
  }
  return rules;
};

/** Points; a cell shows ink where it covers a twentieth. */
const CELL = 4;
const LEAST_INK = 0.05;
/** Cells this far apart still belong together. */
const REACH = 2;

/** Ink that is neither words nor rules, by cells of a grid that lie close to each other. */
const patchesOf = (ink: Ink, unit: number, words: readonly Box[], rules: readonly Box[]): Patch[] => {
  const size = Math.max(1, Math.round(CELL / unit));
  const columns = Math.floor(ink.width / size);
  const rows = Math.floor(ink.height / size);
  const dark = ink.dark.slice();
  for (const box of words) clear(dark, ink, times(grown(box, 1.5), 1 / unit));
  for (const box of rules) clear(dark, ink, times(grown(box, 1), 1 / unit));
  const counts = new Uint16Array(columns * rows);
  for (let y = 0; y < rows * size; y += 1) {
    const row = Math.floor(y / size) * columns;
    let at = y * ink.width;
    for (let column = 0; column < columns; column += 1) {
      let count = 0;
      for (let i = 0; i < size; i += 1, at += 1) count += dark[at] ?? 0;
      counts[row + column] = (counts[row + column] ?? 0) + count;
    }
  }
  const marked = Uint8Array.from(counts, (count) => (count > LEAST_INK * size * size ? 1 : 0));
  return connected(marked, columns, rows).map(({ box, cells }) => ({
    box: times(box, size * unit),
    fill: cells / areaOf(box),
  }));
};

const grown = (box: Box, by: number): Box => ({
  x0: box.x0 - by,
  y0: box.y0 - by,
  x1: box.x1 + by,
  y1: box.y1 + by,
});

const clear = (dark: Uint8Array, { width, height }: Ink, box: Box): void => {
  const x0 = Math.max(0, Math.floor(box.x0));
  const x1 = Math.min(width, Math.ceil(box.x1));
  const y1 = Math.min(height, Math.ceil(box.y1));
  if (x1 <= x0) return;
  for (let y = Math.max(0, Math.floor(box.y0)); y < y1; y += 1) dark.fill(0, y * width + x0, y * width + x1);
};

const connected = (marked: Uint8Array, columns: number, rows: number): { box: Box; cells: number }[] => {
  const patches: { box: Box; cells: number }[] = [];
  for (let start = marked.indexOf(1); start >= 0; start = marked.indexOf(1, start + 1)) {
    const box = { x0: columns, y0: rows, x1: 0, y1: 0 };
    let cells = 0;
    const queue = [start];
    marked[start] = 2;
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      const x = at % columns;
      const y = (at - x) / columns;
      cells += 1;
      Object.assign(box, unionOf([box, { x0: x, y0: y, x1: x + 1, y1: y + 1 }]));
      for (let ny = Math.max(0, y - REACH); ny <= Math.min(rows - 1, y + REACH); ny += 1) {
        for (let nx = Math.max(0, x - REACH); nx <= Math.min(columns - 1, x + REACH); nx += 1) {
          const next = ny * columns + nx;
          if (marked[next] !== 1) continue;
          marked[next] = 2;
          queue.push(next);
        }
      }
    }
    patches.push({ box, cells });
  }
  return patches;
};
