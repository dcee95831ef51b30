import type { SentencePair } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { type MarkedText, protect, rawOffsets } from '../page-text/inline-marks.domain.js';
import { latinDigits } from '../page-text/latin-digits.domain.js';
import { stripMarkers } from '../page-text/markers.domain.js';
import { splitSentences } from '../page-text/sentences.domain.js';

/** Sentences of the source and their translation, as offsets in the two marked texts. The beads together cover both texts. */
export type Bead = { source: readonly [number, number]; target: readonly [number, number] };

/** How many source sentences become how many target sentences, with the cost −100 ln p (Gale and Church 1993, table 5). */
const SHAPES: readonly (readonly [sources: number, targets: number, cost: number])[] = [
  [1, 1, -100 * Math.log(0.89)],
  [1, 0, -100 * Math.log(0.0099 / 2)],
  [0, 1, -100 * Math.log(0.0099 / 2)],
  [2, 1, -100 * Math.log(0.089 / 2)],
  [1, 2, -100 * Math.log(0.089 / 2)],
  [2, 2, -100 * Math.log(0.011)],
];
/** Variance of a translation's length per source character (Gale and Church 1993). */
const VARIANCE = 6.8;
/** Costs of an anchor (number, formula, address) on both sides or on one. They outweigh a difference of a few characters. */
const SHARED_ANCHOR = -150;
const LONE_ANCHOR = 180;
/** Anchors of a sentence that are compared. Each sentence is compared with many others, and a table may be one sentence. */
const MAX_ANCHORS = 12;
/** Longer texts become one pair, because the cost table would grow too large. */
const MAX_SENTENCES = 600;

/** How far the alignment may deviate from the diagonal, in sentences. An eighth of the longer side is added. */
const BAND = 12;

type Part = { start: number; end: number; length: number; anchors: readonly string[] };

function partsOf(marked: MarkedText, language: string): Part[] {
  return splitSentences(marked.text, language).map(({ start, end, text }) => {
    const hidden = [...text.matchAll(/⟦(\d+)⟧/gu)].flatMap(
      (match) => marked.opaque.get(Number(match[1])) ?? [],
    );
    const plain = latinDigits(stripMarkers(text));
    const anchors = [...hidden, ...(plain.match(/\d+/gu) ?? [])].slice(0, MAX_ANCHORS);
    return { start, end, length: plain.length, anchors };
  });
}

/** −100 ln of the probability that lengths differ this much by chance: the two-sided tail of the normal distribution. */
function lengthCost(source: number, target: number, ratio: number): number {
  const expected = source * ratio;
  const mean = (expected + target) / 2;
  if (mean === 0) return 0;
  const z = Math.abs(target - expected) / Math.sqrt(VARIANCE * mean);
  // Abramowitz and Stegun 26.2.17, accurate to seven digits.
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

/** The alignment with the lowest cost: numbers of source and target sentences per group. */
function cheapestAlignment(source: readonly Part[], target: readonly Part[]): (readonly [number, number])[] {
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
  const groups: (readonly [number, number])[] = [];
  for (let i = source.length, j = target.length; i > 0 || j > 0;) {
    const [m = 0, n = 0] = SHAPES[steps[i * width + j] ?? -1] ?? [];
    if (m === 0 && n === 0) break;
    groups.unshift([m, n]);
    i -= m;
    j -= n;
  }
  return groups;
}

/**
 * Aligns the sentences of a text with those of its translation by their lengths (Gale and Church 1993) and by the numbers and
 * formulas in them. A sentence without a counterpart joins the pair before it, so the pairs cover both texts.
 */
export function alignMarked(source: MarkedText, target: MarkedText, language: SourceLanguage): Bead[] {
  const own = partsOf(source, language);
  const other = partsOf(target, 'fa');
  if (own.length === 0 || other.length === 0) return [];
  const groups =
    own.length > MAX_SENTENCES || other.length > MAX_SENTENCES
      ? [[own.length, other.length] as const]
      : cheapestAlignment(own, other);
  const beads: { from: [number, number]; to: [number, number] }[] = [];
  let i = 0;
  let j = 0;
  for (const [m, n] of groups) {
    const last = beads.at(-1);
    const hasBothSides = last && last.from[1] > last.from[0] && last.to[1] > last.to[0];
    i += m;
    j += n;
    if (last && (m === 0 || n === 0 || !hasBothSides)) {
      last.from[1] = i;
      last.to[1] = j;
    } else beads.push({ from: [i - m, i], to: [j - n, j] });
  }
  return beads.map(({ from, to }) => ({
    source: [own[from[0]]?.start ?? 0, own[from[1] - 1]?.end ?? source.text.length],
    target: [other[to[0]]?.start ?? 0, other[to[1] - 1]?.end ?? target.text.length],
  }));
}

/** The sentence pairs of a text and its translation (both with markdown) as the contract has them; empty if there is only one pair. */
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
