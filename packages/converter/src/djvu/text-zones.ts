import type { Box } from '../layout/geometry/box.js';
import { widthOf } from '../layout/geometry/box.js';
import type { SExpression } from './s-expression.js';

/** In pixels of the page, origin at the top left. */
export type ZoneWord = Box & { text: string };
export type ZoneLine = Box & { words: ZoneWord[] };

const ZONES = new Set(['page', 'column', 'region', 'para', 'line', 'word', 'char']);
const isList = (node: SExpression | undefined): node is SExpression[] => Array.isArray(node);

/** The box of a zone, clipped to the page, with the origin at the top left (DJVU has it at the bottom left). */
const boxOf = (zone: readonly SExpression[], page: { width: number; height: number }): Box => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = zone
    .slice(1, 5)
    .map((value) => (isList(value) ? 0 : Number(value) || 0));
  const clampX = (value: number): number => Math.min(page.width, Math.max(0, value));
  const clampY = (value: number): number => Math.min(page.height, Math.max(0, value));
  return {
    x0: clampX(Math.min(x0, x1)),
    y0: clampY(page.height - Math.max(y0, y1)),
    x1: clampX(Math.max(x0, x1)),
    y1: clampY(page.height - Math.min(y0, y1)),
  };
};

/** Text of a zone and its children: characters joined, words separated by spaces. */
const textOf = (zone: readonly SExpression[]): string => {
  const parts = zone.slice(5).map((child) => (isList(child) ? textOf(child) : child));
  return parts.join(zone[0] === 'word' ? '' : ' ');
};

/** Splits the text of a zone without child zones into words and divides its width among them by length. */
const wordsOfText = (text: string, box: Box): ZoneWord[] => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const total = words.reduce((sum, word) => sum + word.length + 1, -1);
  let at = 0;
  return words.map((word) => {
    const x0 = box.x0 + (widthOf(box) * at) / Math.max(1, total);
    at += word.length + 1;
    const x1 = box.x0 + (widthOf(box) * (at - 1)) / Math.max(1, total);
    return { ...box, x0, x1, text: word };
  });
};

/**
 * The lines of a page's text layer, in the order of the file.
 * @param nodes output of djvused's `print-txt` for one page
 */
export const linesOfZones = (
  nodes: readonly SExpression[],
  page: { width: number; height: number },
): ZoneLine[] => {
  const lines: ZoneLine[] = [];
  const visit = (zone: SExpression[]): void => {
    const kind = zone[0];
    if (typeof kind !== 'string' || !ZONES.has(kind)) return;
    const children = zone.slice(5);
    const lists = children.filter(isList);
    const hasFiner = lists.some((child) => child[0] !== 'word' && child[0] !== 'char');
    if (hasFiner) {
      for (const child of lists) visit(child);
      return;
    }
    const box = boxOf(zone, page);
    const words = lists.some((child) => child[0] === 'word')
      ? lists.flatMap((child) => wordsOfText(textOf(child), boxOf(child, page)))
      : wordsOfText(textOf(zone), box);
    if (words.length > 0) lines.push({ ...box, words });
  };
  for (const node of nodes) if (isList(node)) visit(node);
  return lines;
};

/**
 * Whether the words of a layer have no boxes of their own, only the box of their line. Such a layer comes from a
 * typesetting program, not from OCR, and its heights are exact.
 */
export const isTypeset = (lines: readonly ZoneLine[]): boolean => {
  let withSharedBox = 0;
  let withSeveralWords = 0;
  for (const line of lines) {
    if (line.words.length < 2) continue;
    withSeveralWords += 1;
    if (line.words.every((word) => word.x0 === line.x0 && word.x1 === line.x1)) withSharedBox += 1;
  }
  return withSeveralWords > 0 && withSharedBox > 0.8 * withSeveralWords;
};
