import type { PageText } from '@hamkhan/contracts/page-text';
import type { TextRange } from '@hamkhan/contracts/passages/item-place';

/** A range of the page's text and the node that renders it: letter by letter, or as a whole (a formula). */
type DomSegment = TextRange & { node: Text | Element };

/** The text of a page as it is rendered in the document. */
export type DomText = readonly DomSegment[];

/** Elements of an item that are not part of its text. */
const IGNORED = '.code__head, .image-missing, .visually-hidden';

/** Text nodes and formulas of an item, in order, with their text. */
const textPieces = (element: Element): { node: Text | Element; words: string }[] => {
  const pieces: { node: Text | Element; words: string }[] = [];
  const visit = (node: Node) => {
    if (node instanceof Text) {
      if (node.data !== '') pieces.push({ node, words: node.data });
      return;
    }
    if (!(node instanceof Element) || node.matches(IGNORED)) return;
    const source = node.getAttribute('data-source');
    if (source === null) node.childNodes.forEach(visit);
    else pieces.push({ node, words: source });
  };
  visit(element);
  return pieces;
};

/** Maps the text of a page to the nodes that render it. Nodes whose text differs from the page's are skipped. */
export const readDom = (frame: Element, { text, items }: PageText): DomText => {
  const segments: DomSegment[] = [];
  const elements = frame.querySelectorAll('[data-item]');
  for (const [index, item] of items.entries()) {
    const element = elements[index];
    if (!element) break;
    let at = item.start;
    for (const { node, words } of textPieces(element)) {
      const start = text.indexOf(words, at);
      if (start < 0 || start + words.length > item.end) continue;
      segments.push({ node, start, end: start + words.length });
      at = start + words.length;
    }
  }
  return segments;
};

/** The text offset of a point in the document; a point between segments belongs to the nearest segment on the `edge` side. */
const offsetAt = (dom: DomText, node: Node, offset: number, edge: 'start' | 'end'): number | null => {
  for (const segment of dom) {
    if (segment.node === node && node instanceof Text) {
      return segment.start + Math.min(offset, segment.end - segment.start);
    }
    if (!(segment.node instanceof Text) && segment.node.contains(node)) return segment[edge];
  }
  const point = document.createRange();
  point.setStart(node, offset);
  const isAfter = ({ node: one }: DomSegment) => point.comparePoint(one, 0) >= 0;
  return edge === 'start'
    ? (dom.find(isAfter)?.start ?? null)
    : (dom.findLast((segment) => !isAfter(segment))?.end ?? null);
};

/** The text range that a range of the document covers, without whitespace at its ends; null when it covers none. */
export const toTextRange = (dom: DomText, text: string, range: Range): TextRange | null => {
  const from = offsetAt(dom, range.startContainer, range.startOffset, 'start');
  const to = offsetAt(dom, range.endContainer, range.endOffset, 'end');
  if (from === null || to === null || to <= from) return null;
  const words = text.slice(from, to);
  const start = from + (words.length - words.trimStart().length);
  const end = to - (words.length - words.trimEnd().length);
  return end > start ? { start, end } : null;
};

/** The text offset under a point of the window, in pixels; null when no text is there. */
export const offsetUnderPoint = (dom: DomText, x: number, y: number): number | null => {
  if (typeof document.caretPositionFromPoint === 'function') {
    const caret = document.caretPositionFromPoint(x, y);
    return caret && offsetAt(dom, caret.offsetNode, caret.offset, 'start');
  }
  const caret = document.caretRangeFromPoint(x, y);
  return caret && offsetAt(dom, caret.startContainer, caret.startOffset, 'start');
};
