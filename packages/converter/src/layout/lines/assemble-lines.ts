import { toLogicalOrder } from './bidi.js';
import type { Cluster } from './clusters.js';
import { clustersOf } from './clusters.js';
import { findGutters } from './column-gutters.js';
import { joinScripts } from './join-scripts.js';
import type { Piece } from './piece.js';
import { groupRows, separateLayers } from './piece-rows.js';
import { directionOfText, hasRtlLetter } from './script.js';
import type { Segment } from './segment.js';
import { splitRows } from './segment.js';
import type { TextLine } from './text-line.js';
import { toWords, withWordStarts } from './words.js';

/**
 * Assembles characters into lines: pieces with the same baseline and no column-wide gap between them. Raised and lowered characters
 * join the line they belong to. The words of a line are in reading order.
 */
export const assembleLines = (pieces: readonly Piece[], base: 'ltr' | 'rtl'): TextLine[] => {
  const gutters = findGutters(groupRows(pieces.filter((piece) => piece.text !== ' ')));
  const rows = groupRows(pieces).flatMap(separateLayers);
  return joinScripts(splitRows(rows, gutters), gutters)
    .map((segment) => toLine(segment, base))
    .filter((line) => line.words.length > 0);
};

const toLine = (segment: Segment, base: 'ltr' | 'rtl'): TextLine => {
  const clusters = clustersOf(segment);
  const direction = lineDirection(clusters, base);
  const visual = withWordStarts(clusters, segment.size);
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
