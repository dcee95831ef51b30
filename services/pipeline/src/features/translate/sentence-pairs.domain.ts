import type { SentencePair } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { protect, rawOffsets, stripMarkers, type MarkedText } from './inline-marks.domain.js';
import { splitSentences } from './sentences.domain.js';

/** Sentences of the source and of the translation that say the same, as stretches of the two marked texts; both cover theirs wholly. */
export type Bead = { source: readonly [number, number]; target: readonly [number, number] };

/** How often sentences go together so many to so many (Gale and Church 1993, table 5), as a cost: −100 ln p. */
const SHAPES: readonly (readonly [sources: number, targets: number, cost: number])[] = [
  [1, 1, -100 * Math.log(0.89)],
  [1, 0, -100 * Math.log(0.0099 / 2)],
  [0, 1, -100 * Math.log(0.0099 / 2)],
  [2, 1, -100 * Math.log(0.089 / 2)],
  [1, 2, -100 * Math.log(0.089 / 2)],
  [2, 2, -100 * Math.log(0.011)],
];
/** Variance of a translation's length per character, as measured there. */
const VARIANCE = 6.8;
/** What both sides have or only one side has (numbers, formulas, addresses) weighs more than a difference of a few characters. */
const SHARED_ANCHOR = -150;
const LONE_ANCHOR = 180;
/** Beyond this many sentences on a side the table would grow too large; nobody taps through such a text. */
const MAX_SENTENCES = 600;

/** How far from the diagonal the way may lead, sentences; an eighth of the longer side comes to it. */
const BAND = 12;

type Part = { start: number; end: number; length: number; anchors: readonly string[] };

const latinDigits = (text: string): string =>
  text.replace(/[\u06f0-\u06f9\u0660-\u0669]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

function partsOf(marked: MarkedText, language: string): Part[] {
  return splitSentences(marked.text, language).map(({ start, end, text }) => {
    const hidden = [...text.matchAll(/⟦(\d+)⟧/gu)].flatMap(
      (match) => marked.opaque.get(Number(match[1])) ?? [],
    );
    const plain = latinDigits(stripMarkers(text));
    return { start, end, length: plain.length, anchors: [...hidden, ...(plain.match(/\d+/gu) ?? [])] };
  });
}

/** −100 ln of the chance that lengths differ this much by accident: two-sided tail of the normal distribution. */
function lengthCost(source: number, target: number, ratio: number): number {
  const expected = source * ratio;
  const mean = (expected + target) / 2;
  if (mean === 0) return 0;
  const z = Math.abs(target - expected) / Math.sqrt(VARIANCE * mean);
  // Abramowitz and Stegun 26.2.17, good to seven digits.
  const t = 1 / (1 + 0.231_641_9 * z);
  const polynomial =
    t *
    (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  const tail = 2 * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return tail < 1e-12 ? 2_763 + z : -100 * Math.log(Math.min(1, tail));
}

function anchorCost(source: readonly Part[], target: readonly Part[]): number {
  const open = target.flatMap(({ anchors }) => anchors);
  let cost = 0;
  for (const anchor of source.flatMap(({ anchors }) => anchors)) {
    const at = open.indexOf(anchor);
    if (at >= 0) open.splice(at, 1);
    cost += at >= 0 ? SHARED_ANCHOR : LONE_ANCHOR;
  }
  return cost + open.length * LONE_ANCHOR;
}

const sum = (parts: readonly Part[]): number => parts.reduce((total, { length }) => total + length, 0);

/** Groups of sentences (how many of the source, how many of the target) along the cheapest way. */
function cheapestWay(source: readonly Part[], target: readonly Part[]): (readonly [number, number])[] {
  const ratio = sum(target) / Math.max(1, sum(source));
  const width = target.length + 1;
  const costs = new Float64Array((source.length + 1) * width).fill(Number.POSITIVE_INFINITY);
  const steps = new Int8Array(costs.length).fill(-1);
  costs[0] = 0;
  const slope = target.length / Math.max(1, source.length);
  const band = BAND + Math.max(source.length, target.length) / 8;
  for (let i = 0; i <= source.length; i += 1)
    for (let j = 0; j <= target.length; j += 1) {
      if (Math.abs(j - i * slope) > band) continue;
      SHAPES.forEach(([m, n, prior], shape) => {
        const before = costs[(i - m) * width + j - n];
        if (i < m || j < n || before === undefined || !Number.isFinite(before)) return;
        const own = source.slice(i - m, i);
        const other = target.slice(j - n, j);
        const cost =
          before +
          prior +
          (m === 0 || n === 0 ? 0 : lengthCost(sum(own), sum(other), ratio)) +
          anchorCost(own, other);
        const at = i * width + j;
        if (cost >= (costs[at] ?? Number.POSITIVE_INFINITY)) return;
        costs[at] = cost;
        steps[at] = shape;
      });
    }
  const way: (readonly [number, number])[] = [];
  for (let i = source.length, j = target.length; i > 0 || j > 0;) {
    const [m = 0, n = 0] = SHAPES[steps[i * width + j] ?? -1] ?? [];
    if (m === 0 && n === 0) break;
    way.unshift([m, n]);
    i -= m;
    j -= n;
  }
  return way;
}

/**
 * Aligns the sentences of a text with those of its translation by their lengths (Gale and Church 1993) and by the numbers and
 * formulas in them. A sentence without a counterpart joins the pair before it, so that every place belongs to a pair.
 */
export function alignMarked(source: MarkedText, target: MarkedText, language: SourceLanguage): Bead[] {
  const own = partsOf(source, language);
  const other = partsOf(target, 'fa');
  if (own.length === 0 || other.length === 0) return [];
  const groups =
    own.length > MAX_SENTENCES || other.length > MAX_SENTENCES
      ? [[own.length, other.length] as const]
      : cheapestWay(own, other);
  const beads: { from: [number, number]; to: [number, number] }[] = [];
  let i = 0;
  let j = 0;
  for (const [m, n] of groups) {
    const last = beads.at(-1);
    const isWhole = last && last.from[1] > last.from[0] && last.to[1] > last.to[0];
    i += m;
    j += n;
    if (last && (m === 0 || n === 0 || !isWhole)) {
      last.from[1] = i;
      last.to[1] = j;
    } else beads.push({ from: [i - m, i], to: [j - n, j] });
  }
  return beads.map(({ from, to }) => ({
    source: [own[from[0]]?.start ?? 0, own[from[1] - 1]?.end ?? source.text.length],
    target: [other[to[0]]?.start ?? 0, other[to[1] - 1]?.end ?? target.text.length],
  }));
}

/** The sentence pairs of a text and its translation (both with markdown), for the page's contract; none for a single sentence. */
export function sentencePairs(source: string, target: string, language: SourceLanguage): SentencePair[] {
  const [own, other] = [protect(source), protect(target)];
  const beads = alignMarked(own, other, language);
  if (beads.length < 2) return [];
  const [ownAt, otherAt] = [rawOffsets(own), rawOffsets(other)];
  return beads.map((bead) => [
    ownAt(bead.source[0]),
    ownAt(bead.source[1]),
    otherAt(bead.target[0]),
    otherAt(bead.target[1]),
  ]);
}
