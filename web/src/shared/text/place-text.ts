import { parseInline } from '@hamkhan/contracts/inline/parse-inline';
import { plainText } from '@hamkhan/contracts/inline/inline-node';

/** A range in the text of one element with `data-place`, in UTF-16 units, end excluded. */
export type Stretch = { start: number; end: number };

type Piece = { node: Text | Element; start: number; end: number };

/** Private-use character that marks a position while Markdown is parsed; no document contains it. */
const MARKER = '\ue0ff';

/** Converts a position in Markdown to the position in its plain text. */
export const plainOffset = (markdown: string, at: number): number => {
  const found = plainText(parseInline(markdown.slice(0, at) + MARKER + markdown.slice(at))).indexOf(MARKER);
  return found < 0 ? plainText(parseInline(markdown)).length : found;
};

/** The text nodes and formulas of an element with their positions in its text. A formula counts as its source; nested lists and code headers are left out. */
export const piecesOf = (element: Element): Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  const visit = (node: Node) => {
    if (node instanceof Text) {
      pieces.push({ node, start: at, end: at + node.data.length });
      at += node.data.length;
      return;
    }
    if (!(node instanceof Element) || node.matches('ul, ol, .code__head, .visually-hidden')) return;
    if (node.tagName === 'BR') {
      at += 1;
      return;
    }
    const source = node.getAttribute('data-source');
    if (source === null) node.childNodes.forEach(visit);
    else {
      pieces.push({ node, start: at, end: at + source.length });
      at += source.length;
    }
  };
  element.childNodes.forEach(visit);
  return pieces;
};

/** The text of an element; a gap between pieces (a line break) is a space. */
export const wordsOf = (pieces: readonly Piece[]): string => {
  let text = '';
  for (const { node, start } of pieces) {
    text = text.padEnd(start, ' ');
    text += node instanceof Text ? node.data : (node.getAttribute('data-source') ?? '');
  }
  return text;
};

/** The DOM range of a text range; null if none of it is rendered. */
export const rangeOf = (pieces: readonly Piece[], { start, end }: Stretch): Range | null => {
  const first = pieces.find((piece) => piece.end > start);
  const last = pieces.findLast((piece) => piece.start < end);
  if (!first || !last || first.start >= end || last.end <= start) return null;
  const range = document.createRange();
  if (first.node instanceof Text) range.setStart(first.node, Math.max(0, start - first.start));
  else range.setStartBefore(first.node);
  if (last.node instanceof Text) range.setEnd(last.node, Math.min(last.node.length, end - last.start));
  else range.setEndAfter(last.node);
  return range;
};

/** The text position under a point of the window, in pixels; null if it is outside the element or the browser cannot tell. */
export const offsetUnder = (pieces: readonly Piece[], x: number, y: number): number | null => {
  if (typeof document.caretPositionFromPoint !== 'function') return null;
  const caret = document.caretPositionFromPoint(x, y);
  if (!caret) return null;
  const piece = pieces.find(({ node }) => node === caret.offsetNode || node.contains(caret.offsetNode));
  if (!piece) return null;
  return piece.node instanceof Text ? piece.start + caret.offset : piece.start;
};
