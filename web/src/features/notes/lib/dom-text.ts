import type { PageText } from '@hamkhan/contracts/page-text';
import type { TextRange } from '@hamkhan/contracts/quote-anchor';

/** A stretch of the page's text and the node that shows it: letter by letter, or (a formula) as a whole. */
type Segment = TextRange & { node: Text | Element };

/** The words of a page as the document shows them. */
export type DomText = readonly Segment[];

/** What stands in an item and is no part of its words. */
const BESIDE = '.code__head, .image-missing, .visually-hidden';

/** Text nodes and formulas of an item, in order, with the words they stand for. */
const piecesOf = (element: Element): { node: Text | Element; words: string }[] => {
  const pieces: { node: Text | Element; words: string }[] = [];
  const visit = (node: Node) => {
    if (node instanceof Text) {
      if (node.data !== '') pieces.push({ node, words: node.data });
      return;
    }
    if (!(node instanceof Element) || node.matches(BESIDE)) return;
    const source = node.getAttribute('data-source');
    if (source === null) node.childNodes.forEach(visit);
    else pieces.push({ node, words: source });
  };
  visit(element);
  return pieces;
};

/** Finds the words of a page in the elements that show them. What is shown otherwise than it is written is passed over. */
export const readDom = (frame: Element, { text, items }: PageText): DomText => {
  const segments: Segment[] = [];
  const elements = frame.querySelectorAll('[data-item]');
  for (const [index, item] of items.entries()) {
    const element = elements[index];
    if (!element) break;
    let at = item.start;
    for (const { node, words } of piecesOf(element)) {
      const start = text.indexOf(words, at);
      if (start < 0 || start + words.length > item.end) continue;
      segments.push({ node, start, end: start + words.length });
      at = start + words.length;
    }
  }
  return segments;
};

/** The place in the text of a point in the document, which may lie between the words. */
const placeOf = (dom: DomText, node: Node, offset: number, edge: 'start' | 'end'): number | null => {
  for (const segment of dom) {
    if (segment.node === node && node instanceof Text) {
      return segment.start + Math.min(offset, segment.end - segment.start);
    }
    if (!(segment.node instanceof Text) && segment.node.contains(node)) return segment[edge];
  }
  const point = document.createRange();
  point.setStart(node, offset);
  const isAfter = ({ node: one }: Segment) => point.comparePoint(one, 0) >= 0;
  return edge === 'start'
    ? (dom.find(isAfter)?.start ?? null)
    : (dom.findLast((segment) => !isAfter(segment))?.end ?? null);
};

/** The stretch of text that a range of the document covers, without space at its ends; null where it covers none. */
export const toTextRange = (dom: DomText, text: string, range: Range): TextRange | null => {
  const from = placeOf(dom, range.startContainer, range.startOffset, 'start');
  const to = placeOf(dom, range.endContainer, range.endOffset, 'end');
  if (from === null || to === null || to <= from) return null;
  const words = text.slice(from, to);
  const start = from + (words.length - words.trimStart().length);
  const end = to - (words.length - words.trimEnd().length);
  return end > start ? { start, end } : null;
};

/** The place in the text under a point of the screen, in pixels of the window; null where there is no word. */
export const placeUnder = (dom: DomText, x: number, y: number): number | null => {
  if (typeof document.caretPositionFromPoint === 'function') {
    const caret = document.caretPositionFromPoint(x, y);
    return caret && placeOf(dom, caret.offsetNode, caret.offset, 'start');
  }
  const caret = document.caretRangeFromPoint(x, y);
  return caret && placeOf(dom, caret.startContainer, caret.startOffset, 'start');
};
