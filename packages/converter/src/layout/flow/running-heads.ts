import { medianOf } from '../geometry/box.js';
import type { TextLine } from '../lines/text-line.js';
import { unicodeForm } from '@hamkhan/contracts/unicode-form';

/** A line near the top or bottom edge of a page, which may be a running head or foot. */
export type EdgeLine = {
  text: string;
  skeleton: string;
  top: number;
  line: TextLine;
  /** Separated from the text by white space, and no larger than it. */
  isApart: boolean;
  /** Numbers at its start and end; one of them may be the page number. */
  numbers: number[];
};

/** The edge lines of the page `offset` pages later. */
export type NeighbourEdges = { offset: number; edges: readonly EdgeLine[] };

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

const fromRoman = (text: string): number => {
  const values = [...text.toLowerCase()].map((char) => ROMAN[char] ?? 0);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
};

const outerNumbers = (text: string): number[] => {
  const words = unicodeForm('NFKC', text)
    .split(/[\s|·•/–—-]+/u)
    .filter((word) => word !== '');
  return [words[0] ?? '', words.at(-1) ?? '']
    .map((word) => {
      const digits = word.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
      if (/^\d{1,4}$/.test(digits)) return Number(digits);
      return /^[ivxlc]{1,8}$/i.test(word) ? fromRoman(word) : -1;
    })
    .filter((number) => number > 0);
};

const EDGE = 0.14;
/** A scan is larger than the sheet, so its heads and feet are further from the edge. */
export const SCAN_EDGE = 0.2;
const MAX_EDGE_LINES = 4;

const textOf = (line: TextLine): string =>
  line.words
    .map((word) => (word.glued ? word.text : ` ${word.text}`))
    .join('')
    .trim();

/** The text with numbers (also short roman ones) replaced by #, so that page numbers don't hide a repeated head. */
const skeletonOf = (text: string): string =>
  unicodeForm('NFKC', text)
    .toLowerCase()
    .replace(/\p{Nd}+/gu, '#')
    .replace(/(?<=^|\s)[ivxlc]{1,7}(?=\s|$)/gu, '#')
    .replace(/\s+/gu, ' ');

/** The outermost lines of a page, at the top and bottom, prepared for comparison with neighbouring pages. */
export const edgeLinesOf = (lines: readonly TextLine[], height: number, edge = EDGE): EdgeLine[] => {
  const usual = medianOf(lines.flatMap((line) => line.words.map((word) => word.size)));
  const toEdge = (line: TextLine): EdgeLine => {
    const text = textOf(line);
    const others = lines.filter((other) => Math.abs(other.baseline - line.baseline) > 0.3 * line.size);
    const nearest = Math.min(...others.map((other) => Math.abs(other.baseline - line.baseline)));
    return {
      isApart: nearest > 1.7 * line.size && line.size < 1.1 * usual,
      text,
      skeleton: skeletonOf(text),
      top: line.y0 / height,
      line,
      numbers: outerNumbers(text),
    };
  };
  const sorted = [...lines].sort((a, b) => a.y0 - b.y0);
  const top = sorted.filter((line) => line.y1 < edge * height).slice(0, MAX_EDGE_LINES);
  const bottom = sorted.filter((line) => line.y0 > (1 - edge) * height).slice(-MAX_EDGE_LINES);
  return [...top, ...bottom].map(toEdge);
};

const PAGE_NUMBER =
  /^[-–—\s[(]*(?:(?:page|seite|página|pagina|стр\.?|第|صفحة|עמוד)\s*)?(?:#|\p{Nd}+)(?:\s*(?:\/|of|von|de|из|页|頁)\s*(?:#|\p{Nd}+))?[-–—\s\])]*(?:页|頁)?$/iu;

/**
 * The lines of a page that are running heads, feet or page numbers: the same words (apart from numbers) are at the same height
 * on a neighbouring page, one or two pages away (heads often alternate left and right); a number in the line counts up with the
 * pages; or a number is alone in the margin.
 */
export const runningLines = (
  own: readonly EdgeLine[],
  neighbours: readonly NeighbourEdges[],
): Set<TextLine> => {
  const running = new Set<TextLine>();
  for (const edge of own) {
    if (edge.skeleton === '') continue;
    const isRepeated = neighbours.some((page) =>
      page.edges.some((other) => {
        if (Math.abs(other.top - edge.top) >= 0.012) return false;
        if (other.skeleton === edge.skeleton) return edge.skeleton !== '#' || other.text !== edge.text;
        const counts = edge.numbers.some((number) => other.numbers.includes(number + page.offset));
        return (
          counts && edge.line.words.length <= 14 && isOutermost(edge, own) && isOutermost(other, page.edges)
        );
      }),
    );
    const isAlone = own.every((other) => other === edge || Math.abs(other.top - edge.top) >= 0.004);
    const isLoneNumber = isAlone && PAGE_NUMBER.test(edge.skeleton) && isOutermost(edge, own);
    if (isRepeated || isLoneNumber || isInHeadSlot(edge, own, neighbours)) running.add(edge.line);
  }
  if (neighbours.length === 0) {
    for (const edge of own)
      if ((isNumberedHead(edge) || isLoneHead(edge)) && isOutermost(edge, own)) running.add(edge.line);
  }
  // A line beside a running head is part of it: the name of a chapter beside the repeated title.
  for (const edge of own) {
    const beside = own.find((other) => running.has(other.line) && Math.abs(other.top - edge.top) < 0.004);
    if (beside && isOutermost(edge, own)) running.add(edge.line);
  }
  return running;
};

/**
 * Whether a line is alone at a place and in a size where the neighbouring pages have such a line, too, whatever its text is:
 * heads change with the chapter and on facing pages.
 */
const isInHeadSlot = (
  edge: EdgeLine,
  own: readonly EdgeLine[],
  neighbours: readonly NeighbourEdges[],
): boolean => {
  const isHeadLike = (line: EdgeLine, page: readonly EdgeLine[]): boolean =>
    line.isApart && line.line.words.length <= 12 && isOutermost(line, page);
  if (!isHeadLike(edge, own)) return false;
  const alike = neighbours.filter((page) =>
    page.edges.some(
      (other) =>
        Math.abs(other.top - edge.top) < 0.002 &&
        Math.abs(other.line.size - edge.line.size) < 0.15 &&
        isHeadLike(other, page.edges),
    ),
  );
  return neighbours.length > 1 && alike.length >= Math.min(2, neighbours.length - 1);
};

/** Without neighbouring pages: a short separate line in the margin with a number at its start or end, which does not end a sentence. */
const isNumberedHead = ({ text, line, isApart }: EdgeLine): boolean =>
  isApart &&
  line.words.length <= 8 &&
  line.words.length > 1 &&
  (/^\p{Nd}{1,4}\s+\p{L}/u.test(text) || /\p{L}\s+\p{Nd}{1,3}$/u.test(text)) &&
  !/[.;]\s|[.;!?][)\]»”"]*$/u.test(text);

const EXTREME = 0.07;

/** A short separate line at the very edge of the page, where no text begins. */
const isLoneHead = ({ isApart, top, line }: EdgeLine): boolean =>
  isApart && (top < EXTREME || top > 1 - EXTREME) && line.words.length <= 8;

const isOutermost = (edge: EdgeLine, own: readonly EdgeLine[]): boolean =>
  edge.top < 0.5
    ? own.every((other) => other.top > edge.top - 0.006 || other === edge)
    : own.every((other) => other.top < edge.top + 0.006 || other === edge);
