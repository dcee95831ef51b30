import { childElements } from '../markup.js';
import type { MarkupElement } from '../markup.js';
import { isOperator, isTall } from './structure.js';
import type { LatexWriter } from './structure.js';
import { OPERATORS } from './symbols.js';
import { hasColumnRules, innerTable, tableIn } from './tables.js';
import { join, ownText } from './tokens.js';

const OPENING = new Set([...'([{⟨⌊⌈⟦', '\u3008', '\u2329']);
const CLOSING = new Set([...')]}⟩⌋⌉⟧', '\u3009', '\u232a']);
const BARS = new Set([...'|‖∥']);
const MATRIX_FENCES: Record<string, string> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
};

const delimiter = (symbol: string): string => (symbol === '' ? '.' : (OPERATORS[symbol] ?? symbol));

/**
 * Content between fences: a matrix or cases where it is a table, with growing fences where it is tall.
 * @param inner the content as LaTeX, where it is known already
 */
export const fenced = (
  open: string,
  close: string,
  nodes: readonly MarkupElement[],
  writer: LatexWriter,
  inner?: string,
): string => {
  const matrix = inner === undefined ? innerTable(nodes) : undefined;
  const environment = matrix && MATRIX_FENCES[`${open}${close}`];
  if (matrix && environment && !hasColumnRules(matrix)) return tableIn(matrix, environment, writer);
  if (matrix && open === '{' && close === '') return tableIn(matrix, 'cases', writer);
  const body = (inner ?? writer.row(nodes)).trim();
  if (isTall(nodes)) {
    const left = delimiter(open);
    const right = delimiter(close);
    const pad = (symbol: string): string => (/[a-zA-Z]$/.test(symbol) ? `${symbol} ` : symbol);
    return `\\left${pad(left)}${body}\\right${pad(right)}`;
  }
  return join([open === '' ? '' : delimiter(open), body, close === '' ? '' : delimiter(close)]);
};

/** Index of the closing fence for the opening one at `start`, in the same row; -1 without one. */
export const closingIndex = (nodes: readonly MarkupElement[], start: number): number => {
  const opening = nodes[start];
  const symbol = opening ? ownText(opening) : '';
  let depth = 0;
  for (let index = start + 1; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!isOperator(node)) continue;
    const other = ownText(node);
    if (BARS.has(symbol)) {
      if (other === symbol) return index;
    } else if (OPENING.has(other)) depth += 1;
    else if (CLOSING.has(other)) {
      if (depth === 0) return index;
      depth -= 1;
    }
  }
  return -1;
};

export const isOpening = (element: MarkupElement): boolean => OPENING.has(ownText(element));

export const isFence = (element: MarkupElement): boolean =>
  isOpening(element) || (BARS.has(ownText(element)) && element.attributes['form'] !== 'infix');

/** Converts an `mfenced`. */
export const fencedElement = (element: MarkupElement, writer: LatexWriter): string => {
  const open = (element.attributes['open'] ?? '(').trim();
  const close = (element.attributes['close'] ?? ')').trim();
  const separators = [...(element.attributes['separators'] ?? ',').replace(/\s/g, '')];
  const children = childElements(element);
  if (children.length <= 1 || separators.length === 0) return fenced(open, close, children, writer);
  const inner = children
    .map((child, index) => {
      const separator =
        index < children.length - 1 ? (separators[Math.min(index, separators.length - 1)] ?? '') : '';
      return `${writer.node(child).trim()}${separator === '' ? '' : `${OPERATORS[separator] ?? separator} `}`;
    })
    .join('');
  return fenced(open, close, children, writer, inner);
};
