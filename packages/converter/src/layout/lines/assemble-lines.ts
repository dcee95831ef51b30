import type { Box } from '../geometry/box.js';
import { horizontalOverlapOf, unionOf } from '../geometry/box.js';
import type { Gutter } from './column-gutters.js';
import { findGutters, isOverGutter } from './column-gutters.js';
import { toLogicalOrder } from './bidi.js';
import { directionOfText, hasRtlLetter, isCjk, isCombining, UNREADABLE } from './script.js';
import type { CellPlace, TextLine, Word, WordStyle } from './text-line.js';

/** A character (or ligature) with its place and manner: what lines are assembled from, whoever read it. */
export type Piece = Box & {
  text: string;
  /** Its place in the order in which the page draws. */
  order: number;
  baseline: number;
  size: number;
  style: Omit<WordStyle, 'script'>;
  artifact: boolean;
  link?: string;
  tag?: string;
  cell?: CellPlace;
};

/** Gap, in ems, past which two neighbours on a line belong to different columns or cells. */
const SEGMENT_GAP = 1.35;

type Segment = Box & { pieces: Piece[]; baseline: number; size: number; raised: Map<Piece, -1 | 1> };

/**
 * Assembles characters into lines: same baseline and no column-wide gap. Raised and lowered characters join the line they
 * hang on; each line's words come out in the order in which they are read.
 */
export const assembleLines = (pieces: readonly Piece[], base: 'ltr' | 'rtl'): TextLine[] => {
  const gutters = findGutters(groupRows(pieces.filter((piece) => piece.text !== ' ')));
  return joinScripts(splitRows(layersOf(pieces), gutters), gutters)
    .map((segment) => toLine(segment, base))
    .filter((line) => line.words.length > 0);
};

const layersOf = (pieces: readonly Piece[]): Piece[][] => groupRows(pieces).flatMap(separateLayers);

const groupRows = (pieces: readonly Piece[]): Piece[][] => {
  const sorted = [...pieces].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0);
  const rows: Piece[][] = [];
  let row: Piece[] = [];
  let anchor: Piece | undefined;
  for (const piece of sorted) {
    const tolerance = anchor ? 0.16 * Math.min(anchor.size, piece.size) : 0;
    if (anchor && piece.baseline - anchor.baseline <= Math.max(0.6, tolerance)) {
      row.push(piece);
    } else {
      row = [piece];
      rows.push(row);
    }
    anchor = piece;
  }
  return rows;
};

const toSegment = (pieces: Piece[]): Segment => {
  const solid = pieces.filter((piece) => piece.text !== ' ');
  const size = smallCapsSize(solid) ?? dominant(solid, (piece) => piece.size);
  return {
    ...unionOf(solid),
    pieces,
    baseline: dominant(solid, (piece) => piece.baseline),
    size,
    raised: new Map(),
  };
};

/** Capitals in two sizes are small capitals: the type is of the larger size. */
const smallCapsSize = (pieces: readonly Piece[]): number | undefined => {
  const letters = pieces.filter((piece) => /\p{L}/u.test(piece.text));
  if (letters.length < 4 || letters.some((piece) => !/^\p{Lu}$/u.test(piece.text))) return undefined;
  const sizes = letters.map((piece) => Math.round(piece.size * 10) / 10);
  const most = Math.max(...sizes);
  const isMixed = sizes.some((size) => size > 0.65 * most && size < 0.9 * most);
  return isMixed && sizes.filter((size) => size === most).length > 1 ? most : undefined;
};

/** The value most letters share, by a fine grid, so that one odd glyph decides nothing. */
const dominant = (pieces: readonly Piece[], valueOf: (piece: Piece) => number): number => {
  const counts = new Map<number, number>();
  let best = 0;
  let bestCount = -1;
  for (const piece of pieces) {
    const value = Math.round(valueOf(piece) * 10) / 10;
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    if (count > bestCount) {
      best = value;
      bestCount = count;
    }
  }
  return best;
};

/**
 * Text drawn over other text (a shadow, a stamp, a corrected line) must not be mixed with it letter by letter: runs as they
 * were drawn stay whole, and one that lies on another is a row of its own, or dropped when it says the same.
 */
const separateLayers = (row: readonly Piece[]): Piece[][] => {
  const drawn = [...row].sort((a, b) => a.order - b.order);
  const runs: { from: number; to: number; pieces: Piece[] }[] = [];
  for (const piece of drawn) {
    const run = runs.at(-1);
    const last = run?.pieces.at(-1);
    const isNext = run && last && piece.order - last.order === 1 && piece.x0 > last.x0 - 0.3 * piece.size;
    if (isNext) {
      run.pieces.push(piece);
      run.to = Math.max(run.to, piece.x1);
    } else runs.push({ from: piece.x0, to: piece.x1, pieces: [piece] });
  }
  const layers: { runs: typeof runs; text: string }[] = [{ runs: [], text: '' }];
  for (const run of runs) {
    const text = run.pieces
      .map((piece) => piece.text)
      .join('')
      .trim();
    const isOver = (other: (typeof runs)[number]): boolean =>
      text.length > 3 &&
      other.pieces.length > 3 &&
      Math.min(run.to, other.to) - Math.max(run.from, other.from) >
        0.5 * Math.min(run.to - run.from, other.to - other.from);
    const layer = layers.find((candidate) => !candidate.runs.some(isOver));
    if (layer) {
      layer.runs.push(run);
      layer.text += text;
    } else if (!layers.some((other) => other.text.includes(text))) layers.push({ runs: [run], text });
  }
  return layers.map((layer) => layer.runs.flatMap((run) => run.pieces));
};

const splitRows = (rows: readonly Piece[][], gutters: readonly Gutter[]): Segment[] => {
  const segments: Segment[] = [];
  for (const row of rows) {
    const sorted = [...row].sort((a, b) => a.x0 - b.x0 || a.x1 - b.x1);
    let current: Piece[] = [];
    let right = -Infinity;
    let size = 0;
    for (const piece of sorted) {
      const isSpace = piece.text === ' ';
      const limit = SEGMENT_GAP * Math.max(piece.size, size);
      const isOver =
        gutters.length > 0 && isOverGutter({ ...piece, x0: -Infinity, x1: right }, piece, gutters);
      if (!isSpace && current.length > 0 && (isOver || piece.x0 - right > limit)) {
        pushSegment(segments, current);
        current = [];
      }
      if (isSpace && current.length === 0) continue;
      current.push(piece);
      if (!isSpace) {
        right = current.length === 1 ? piece.x1 : Math.max(right, piece.x1);
        size = piece.size;
      }
    }
    pushSegment(segments, current);
  }
  return segments;
};

const pushSegment = (segments: Segment[], pieces: Piece[]): void => {
  let end = pieces.length;
  while (end > 0 && pieces[end - 1]?.text === ' ') end -= 1;
  if (end > 0) segments.push(toSegment(pieces.slice(0, end)));
};

/** Puts raised and lowered small segments (footnote marks, indices, ordinal letters) back into the line they hang on. */
const joinScripts = (segments: readonly Segment[], gutters: readonly Gutter[]): Segment[] => {
  const byTop = [...segments].sort((a, b) => a.baseline - b.baseline);
  const hosts = new Set(byTop);
  for (const [index, small] of byTop.entries()) {
    let best: Segment | undefined;
    let bestGap = Infinity;
    for (const direction of [-1, 1]) {
      for (let i = index + direction; i >= 0 && i < byTop.length; i += direction) {
        const host = byTop[i];
        if (!host || Math.abs(host.baseline - small.baseline) > 40) break;
        if (host.size * 0.92 < small.size || !hosts.has(host)) continue;
        if (small.pieces.length > Math.max(4, host.pieces.length * 0.8)) continue;
        const shift = small.baseline - host.baseline;
        if (shift < -0.75 * host.size || shift > 0.4 * host.size) continue;
        const gap = -horizontalOverlapOf(small, host);
        if (gap < 0.35 * host.size && gap < bestGap && hasText(host) && !isOverGutter(small, host, gutters)) {
          best = host;
          bestGap = gap;
        }
      }
    }
    if (!best) continue;
    const mark = small.baseline < best.baseline - 0.1 * best.size ? 1 : -1;
    for (const piece of small.pieces) best.raised.set(piece, mark);
    for (const [piece, inner] of small.raised) best.raised.set(piece, inner);
    best.pieces.push(...small.pieces);
    Object.assign(best, unionOf([best, small]));
    hosts.delete(small);
  }
  return joinTouching(joinScraps([...hosts]), gutters);
};

/**
 * Signs of a formula that stand above or below their line (a sum and its limits) belong into the gap that the line leaves for
 * them. A scrap that has no such gap stays alone.
 */
const joinScraps = (segments: Segment[]): Segment[] => {
  const isScrap = (segment: Segment): boolean =>
    segment.pieces.length <= 8 &&
    segment.pieces.every(
      (piece) =>
        piece.style.math || /[\p{Sm}\p{N}]/u.test(piece.text) || piece.text === ' ' || segment.size < 8,
    ) &&
    segment.pieces.some((piece) => piece.style.math || /\p{Sm}/u.test(piece.text));
  const scraps = segments.filter(isScrap);
  if (scraps.length === 0) return segments;
  const joined = new Set<Segment>();
  for (const scrap of scraps) {
    const hosts = segments
      .filter(
        (host) =>
          host !== scrap && !joined.has(host) && host.pieces.length > scrap.pieces.length && hasText(host),
      )
      .filter((host) => scrap.x0 > host.x0 - 0.3 * host.size && scrap.x1 < host.x1 + 0.6 * host.size)
      .filter((host) => Math.abs((scrap.y0 + scrap.y1) / 2 - (host.y0 + host.y1) / 2) < 1.35 * host.size)
      .filter((host) =>
        host.pieces.every(
          (piece) => piece.text === ' ' || horizontalOverlapOf(piece, scrap) < 0.35 * (scrap.x1 - scrap.x0),
        ),
      );
    const host = hosts.sort(
      (a, b) => Math.abs(a.baseline - scrap.baseline) - Math.abs(b.baseline - scrap.baseline),
    )[0];
    if (!host) continue;
    const shift = scrap.baseline - host.baseline;
    const mark = scrap.size < 0.9 * host.size ? (shift > 0 ? -1 : 1) : null;
    for (const piece of scrap.pieces) if (mark) host.raised.set(piece, mark);
    host.pieces.push(...scrap.pieces);
    Object.assign(host, { x0: Math.min(host.x0, scrap.x0), x1: Math.max(host.x1, scrap.x1) });
    joined.add(scrap);
  }
  return segments.filter((segment) => !joined.has(segment));
};

const hasText = (segment: Segment): boolean =>
  segment.pieces.some((piece) => /[\p{L}\p{N}\p{Sm})\]”"]/u.test(piece.text));

/** After a script has filled the gap, the two halves of a line may touch. */
const joinTouching = (segments: Segment[], gutters: readonly Gutter[]): Segment[] => {
  const sorted = segments.sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0);
  const result: Segment[] = [];
  for (const segment of sorted) {
    const host = result
      .slice(-6)
      .find(
        (other) =>
          Math.abs(other.baseline - segment.baseline) < 0.16 * Math.min(other.size, segment.size) &&
          (other.raised.size > 0 || segment.raised.size > 0) &&
          !isOverGutter(other, segment, gutters) &&
          -horizontalOverlapOf(other, segment) < SEGMENT_GAP * Math.max(other.size, segment.size),
      );
    if (!host) {
      result.push(segment);
      continue;
    }
    host.pieces.push(...segment.pieces);
    for (const [piece, mark] of segment.raised) host.raised.set(piece, mark);
    Object.assign(host, unionOf([host, segment]));
  }
  return result;
};

type Cluster = Piece & { marks: string; spaceBefore: boolean; script: -1 | 0 | 1 };

const toLine = (segment: Segment, base: 'ltr' | 'rtl'): TextLine => {
  const clusters = withMarks(segment);
  const direction = lineDirection(clusters, base);
  const visual = withGaps(clusters, segment.size);
  const logical = visual.some((cluster) => hasRtlLetter(cluster.text))
    ? toLogicalOrder(
        visual,
        (cluster) => cluster.text,
        (cluster, text) => ({ ...cluster, text }),
        direction,
      )
    : visual;
  return {
    x0: segment.x0,
    y0: segment.y0,
    x1: segment.x1,
    y1: segment.y1,
    words: toWords(logical),
    baseline: segment.baseline,
    size: segment.size,
    direction,
    ...(segment.pieces.every((piece) => piece.artifact) ? { artifact: true } : {}),
  };
};

const lineDirection = (clusters: readonly Cluster[], base: 'ltr' | 'rtl'): 'ltr' | 'rtl' => {
  const text = clusters.map((cluster) => cluster.text).join('');
  if (!/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text))
    return base === 'rtl' && !/\p{L}/u.test(text) ? 'rtl' : 'ltr';
  return base === 'rtl' ? 'rtl' : directionOfText(text);
};

const edgesOf = (segment: Segment): { left?: Piece; right?: Piece } => {
  const solid = segment.pieces.filter((piece) => piece.text !== ' ').sort((a, b) => a.x0 - b.x0);
  const isRtl = directionOfText(solid.map((piece) => piece.text).join('')) === 'rtl';
  return isRtl ? { right: solid.at(-1) } : { left: solid[0] };
};

/** Accents that older fonts draw as signs of their own over the letter. */
const SPACING_ACCENTS: Record<string, string> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
  '˛': '\u0328',
};

const overlapsLetter = (accent: Piece, pieces: readonly Piece[]): boolean =>
  pieces.some(
    (other) =>
      other !== accent &&
      /^\p{L}$/u.test(other.text) &&
      horizontalOverlapOf(accent, other) > 0.5 * (accent.x1 - accent.x0),
  );

/** Written out, since a page makes thousands: a spread costs several times as much. */
const toCluster = (piece: Piece, script: -1 | 0 | 1): Cluster => ({
  text: piece.text,
  order: piece.order,
  x0: piece.x0,
  y0: piece.y0,
  x1: piece.x1,
  y1: piece.y1,
  baseline: piece.baseline,
  size: piece.size,
  style: piece.style,
  artifact: piece.artifact,
  link: piece.link,
  tag: piece.tag,
  cell: piece.cell,
  marks: '',
  spaceBefore: false,
  script,
});

/** Attaches combining marks to the letter they stand over or under. */
const withMarks = (segment: Segment): Cluster[] => {
  const letters: Cluster[] = [];
  const marks: Piece[] = [];
  const outermost = segment.pieces.every((piece) => piece.text !== UNREADABLE) ? null : edgesOf(segment);
  for (const piece of segment.pieces) {
    if (piece.text === UNREADABLE) {
      // The parts of tall brackets have no character of their own either.
      const isFirst = piece === outermost?.left || piece === outermost?.right;
      if (isFirst && !piece.style.math)
        letters.push({ ...piece, text: '•', marks: '', spaceBefore: false, script: 0 });
    } else if (isCombining(piece.text)) marks.push(piece);
    else if (piece.text in SPACING_ACCENTS && overlapsLetter(piece, segment.pieces)) {
      marks.push({ ...piece, text: SPACING_ACCENTS[piece.text] ?? piece.text });
    } else {
      letters.push(toCluster(piece, segment.raised.get(piece) ?? 0));
    }
  }
  letters.sort((a, b) => a.x0 + a.x1 - b.x0 - b.x1);
  for (const mark of marks) {
    const centre = (mark.x0 + mark.x1) / 2;
    let best: Cluster | undefined;
    for (const letter of letters) {
      if (letter.text === ' ') continue;
      const distance = Math.abs((letter.x0 + letter.x1) / 2 - centre);
      if (!best || distance < Math.abs((best.x0 + best.x1) / 2 - centre)) best = letter;
    }
    if (!best) continue;
    best.marks += mark.text;
    if (best.text === 'ı') best.text = 'i';
    else if (best.text === 'ȷ') best.text = 'j';
  }
  return letters;
};

/** Marks where a word begins: at a space character, or at a gap wider than letters of this line stand apart. */
const withGaps = (clusters: Cluster[], size: number): Cluster[] => {
  const solid = clusters.filter((cluster) => cluster.text !== ' ');
  const hasSpaces = solid.length < clusters.length;
  const gaps: number[] = [];
  for (let i = 1; i < solid.length; i += 1) {
    const [left, right] = [solid[i - 1], solid[i]];
    // Leader dots stand evenly apart too, but say nothing of letters.
    if (!left || !right || left.text === '.' || right.text === '.') continue;
    gaps.push(Math.max(0, right.x0 - left.x1));
  }
  const sorted = [...gaps].sort((a, b) => a - b);
  // Letter-spaced settings stand evenly apart: what most neighbours have is no word space.
  const typical = sorted[Math.floor(sorted.length * 0.4)] ?? 0;
  const limit = typical + (hasSpaces ? 0.26 : 0.16) * size;

  const result: Cluster[] = [];
  let pendingSpace = false;
  let before: Cluster | undefined;
  for (const cluster of clusters) {
    if (cluster.text === ' ') {
      pendingSpace = true;
      continue;
    }
    const gap = before ? cluster.x0 - before.x1 : 0;
    const bothCjk = before !== undefined && isCjk(before.text) && isCjk(cluster.text);
    const isAfterStop = before !== undefined && /[,;:.!?]/.test(before.text) && /\p{L}/u.test(cluster.text);
    const isWide =
      gap > (bothCjk ? 0.6 * size : isAfterStop ? Math.min(limit, typical + 0.13 * size) : limit);
    const isLetterSpaced = typical > 0.2 * size && pendingSpace && gap < limit;
    const spaceBefore =
      before !== undefined && !(bothCjk && gap < 0.6 * size) && ((pendingSpace && !isLetterSpaced) || isWide);
    cluster.spaceBefore = spaceBefore;
    result.push(cluster);
    before = cluster;
    pendingSpace = false;
  }
  return result;
};

const sameStyle = (a: Cluster, b: Cluster): boolean => {
  if (a.script !== b.script || a.link !== b.link || a.cell !== b.cell) return false;
  return (
    a.style === b.style ||
    (a.style.bold === b.style.bold && a.style.italic === b.style.italic && a.style.mono === b.style.mono)
  );
};

const toWords = (clusters: readonly Cluster[]): Word[] => {
  const words: Word[] = [];
  for (const [index, cluster] of clusters.entries()) {
    const before = clusters[index - 1];
    const text = (cluster.text + cluster.marks).normalize('NFC');
    const word = words.at(-1);
    if (before && word && !isBreak(before, cluster) && sameStyle(before, cluster)) {
      word.text += text;
      word.x0 = Math.min(word.x0, cluster.x0);
      word.x1 = Math.max(word.x1, cluster.x1);
      word.y0 = Math.min(word.y0, cluster.y0);
      word.y1 = Math.max(word.y1, cluster.y1);
      word.style.math ||= cluster.style.math;
      continue;
    }
    words.push({
      text,
      x0: cluster.x0,
      y0: cluster.y0,
      x1: cluster.x1,
      y1: cluster.y1,
      baseline: cluster.baseline,
      size: cluster.size,
      style: { ...cluster.style, script: cluster.script },
      ...(before && !isBreak(before, cluster) ? { glued: true } : {}),
      ...(cluster.link ? { link: cluster.link } : {}),
      ...(cluster.tag ? { tag: cluster.tag } : {}),
      ...(cluster.cell ? { cell: cluster.cell } : {}),
    });
  }
  return words;
};

/** `spaceBefore` was marked from left to right; of two neighbours in reading order, the one further right carries it. */
const isBreak = (before: Cluster, after: Cluster): boolean =>
  before.x0 + before.x1 <= after.x0 + after.x1
    ? after.spaceBefore || isApart(before, after)
    : before.spaceBefore || isApart(after, before);

/** Neighbours in reading order that don't touch on paper (where direction changes) are different words. */
const isApart = (left: Cluster, right: Cluster): boolean =>
  right.x0 - left.x1 > 0.35 * Math.max(left.size, right.size);
