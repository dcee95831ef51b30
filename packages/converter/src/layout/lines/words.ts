import type { Cluster } from './clusters.js';
import { isCjk } from './script.js';
import type { Word } from './text-line.js';
import { unicodeForm } from '@hamkhan/contracts/unicode-form';

/** Sets `spaceBefore` where a word begins: after a space character, or after a gap wider than those between the letters of the line. */
export const withWordStarts = (clusters: Cluster[], size: number): Cluster[] => {
  const { usual, limit } = wordGapOf(clusters, size);
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
    const isWide = gap > (bothCjk ? 0.6 * size : isAfterStop ? Math.min(limit, usual + 0.13 * size) : limit);
    const isLetterSpaced = usual > 0.2 * size && pendingSpace && gap < limit;
    const spaceBefore =
      before !== undefined && !(bothCjk && gap < 0.6 * size) && ((pendingSpace && !isLetterSpaced) || isWide);
    cluster.spaceBefore = spaceBefore;
    result.push(cluster);
    before = cluster;
    pendingSpace = false;
  }
  return result;
};

/** The usual gap between letters of the line, and the gap from which on a word begins. */
const wordGapOf = (clusters: readonly Cluster[], size: number): { usual: number; limit: number } => {
  const solid = clusters.filter((cluster) => cluster.text !== ' ');
  const hasSpaces = solid.length < clusters.length;
  const gaps: number[] = [];
  for (let i = 1; i < solid.length; i += 1) {
    const [left, right] = [solid[i - 1], solid[i]];
    // The even distance between leader dots is not that between letters.
    if (!left || !right || left.text === '.' || right.text === '.') continue;
    gaps.push(Math.max(0, right.x0 - left.x1));
  }
  const sorted = [...gaps].sort((a, b) => a - b);
  // In letter-spaced text all letters are apart: the usual gap is not a word space.
  const usual = sorted[Math.floor(sorted.length * 0.4)] ?? 0;
  const limit = usual + (hasSpaces ? 0.26 : 0.16) * size;
  return { usual, limit };
};

const sameStyle = (a: Cluster, b: Cluster): boolean => {
  if (a.script !== b.script || a.link !== b.link || a.cell !== b.cell) return false;
  return (
    a.style === b.style ||
    (a.style.bold === b.style.bold && a.style.italic === b.style.italic && a.style.mono === b.style.mono)
  );
};

/** Joins clusters in reading order into words; a change of style ends a word without a space (`glued`). */
export const toWords = (clusters: readonly Cluster[]): Word[] => {
  const words: Word[] = [];
  for (const [index, cluster] of clusters.entries()) {
    const before = clusters[index - 1];
    const text = unicodeForm('NFC', cluster.text + cluster.marks);
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

/** `spaceBefore` is set from left to right: of two neighbours in reading order, the one further right has it. */
const isBreak = (before: Cluster, after: Cluster): boolean =>
  before.x0 + before.x1 <= after.x0 + after.x1
    ? after.spaceBefore || isApart(before, after)
    : before.spaceBefore || isApart(after, before);

/** Neighbours in reading order that are apart on the page (where the direction changes) are different words. */
const isApart = (left: Cluster, right: Cluster): boolean =>
  right.x0 - left.x1 > 0.35 * Math.max(left.size, right.size);
