import { childElements, textContent } from '../markup.js';
import type { MarkupElement } from '../markup.js';
import { closingIndex, fenced, fencedElement, isFence, isOpening } from './fences.js';
import { multiscripts, overUnder, scripts } from './scripts.js';
import { isOperator, isTall } from './structure.js';
import type { LatexWriter } from './structure.js';
import { table } from './tables.js';
import { group, identifier, join, number, operator, ownText, space, text } from './tokens.js';

const argument = (latex: string): string => `{${latex}}`;

/** Converts a row of siblings: pairs fences so that they grow with their content, and joins words that were split. */
export const writeRow = (nodes: readonly MarkupElement[]): string => {
  const pieces: string[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!node) continue;
    if (isOperator(node) && isFence(node)) {
      const end = closingIndex(nodes, index);
      const last = end < 0 ? undefined : nodes[end];
      const inside = end < 0 ? nodes.slice(index + 1) : nodes.slice(index + 1, end);
      if (last && isTall(inside)) {
        pieces.push(fenced(ownText(node), ownText(last), inside, WRITER));
        index = end;
        continue;
      }
      if (!last && inside.length > 0 && isOpening(node) && isTall(inside)) {
        pieces.push(fenced(ownText(node), '', inside, WRITER));
        break;
      }
    }
    if (node.name === 'mtext' || node.name === 'mspace') {
      const [merged, next] = mergeText(nodes, index);
      if (merged !== undefined) {
        pieces.push(merged);
        index = next - 1;
        continue;
      }
    }
    pieces.push(writeNode(node));
  }
  return join(pieces).replace(/ {2,}/g, ' ');
};

/** Joins adjacent `mtext` elements and the spaces between them. Returns the text and the index after it. */
const mergeText = (nodes: readonly MarkupElement[], start: number): [string | undefined, number] => {
  let value = '';
  let index = start;
  for (; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (node?.name === 'mtext' && childElements(node).length === 0) value += textContent(node);
    else if (node?.name === 'mspace' && value.trim() !== '' && nodes[index + 1]?.name === 'mtext')
      value += ' ';
    else break;
  }
  return index - start > 1 && value.trim() !== '' ? [text(value), index] : [undefined, start];
};

const enclosed = (element: MarkupElement): string => {
  const body = writeRow(childElements(element)).trim();
  const notation = element.attributes['notation'] ?? 'longdiv';
  if (/box|roundedbox|circle/.test(notation)) return `\\boxed{${body}}`;
  if (/updiagonalstrike/.test(notation)) return `\\cancel{${body}}`;
  if (/downdiagonalstrike/.test(notation)) return `\\bcancel{${body}}`;
  if (/radical/.test(notation)) return `\\sqrt{${body}}`;
  if (/\btop\b/.test(notation)) return `\\overline{${body}}`;
  return /\bbottom\b/.test(notation) ? `\\underline{${body}}` : body;
};

const fraction = (element: MarkupElement): string => {
  const [above, below] = childElements(element).map((child) => writeNode(child).trim());
  if (/^0(\.0+)?(\w*|%)$/.test(element.attributes['linethickness'] ?? ''))
    return `{${above ?? ''} \\atop ${below ?? ''}}`;
  if (element.attributes['bevelled'] === 'true') return `${group(above ?? '')}/${group(below ?? '')}`;
  return `\\frac${argument(above ?? '')}${argument(below ?? '')}`;
};

const writeNode = (node: MarkupElement): string => {
  const children = childElements(node);
  const [first, second, third] = children;
  switch (node.name) {
    case 'mi':
      return identifier(ownText(node), node.attributes['mathvariant']);
    case 'mn':
      return number(textContent(node));
    case 'mo':
      return operator(node);
    case 'mtext':
    case 'ms':
      return text(textContent(node));
    case 'mspace':
      return space(node);
    case 'mfrac':
      return fraction(node);
    case 'msqrt':
      return `\\sqrt${argument(writeRow(children).trim())}`;
    case 'mroot':
      return `\\sqrt[${second ? writeNode(second).trim() : ''}]${argument(first ? writeNode(first).trim() : '')}`;
    case 'msub':
      return scripts(first, second, undefined, WRITER);
    case 'msup':
      return scripts(first, undefined, second, WRITER);
    case 'msubsup':
      return scripts(first, second, third, WRITER);
    case 'munder':
      return overUnder(first, second, undefined, WRITER);
    case 'mover':
      return overUnder(first, undefined, second, WRITER);
    case 'munderover':
      return overUnder(first, second, third, WRITER);
    case 'mmultiscripts':
      return multiscripts(node, WRITER);
    case 'mtable':
      return table(node, WRITER);
    case 'mfenced':
      return fencedElement(node, WRITER);
    case 'menclose':
      return enclosed(node);
    case 'mphantom':
      return `\\phantom${argument(writeRow(children).trim())}`;
    case 'semantics':
    case 'maction':
      return first ? writeNode(first) : '';
    case 'annotation':
    case 'annotation-xml':
    case 'mprescripts':
    case 'none':
      return '';
    default:
      return children.length > 0 ? writeRow(children) : identifier(ownText(node), undefined);
  }
};

const WRITER: LatexWriter = { node: writeNode, row: writeRow };
