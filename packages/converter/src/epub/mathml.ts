import { annotationOf, isBalanced, tidyLatex } from './given-latex.js';
import { childElements, textContent } from './markup.js';
import type { MarkupElement } from './markup.js';
import {
  ACCENTS_OVER,
  ACCENTS_UNDER,
  FUNCTIONS,
  INTEGRALS,
  LARGE_OPERATORS,
  OPERATORS,
} from './mathml-symbols.js';
import {
  escapeText,
  group,
  identifier,
  isSingleToken,
  join,
  number,
  operator,
  ownText,
  space,
  text,
} from './mathml-tokens.js';

const MAX_LATEX = 20_000;
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

const argument = (latex: string): string => `{${latex}}`;

const isOperator = (element: MarkupElement | undefined): element is MarkupElement => element?.name === 'mo';

/** Whether what a fence encloses is taller than a line, so that the fence must grow. */
const isTall = (nodes: readonly MarkupElement[]): boolean =>
  nodes.some((node) => {
    if (['mfrac', 'mtable', 'munder', 'mover', 'munderover', 'mroot'].includes(node.name)) return true;
    if (node.name === 'mo') return LARGE_OPERATORS.has(ownText(node)) || INTEGRALS.has(ownText(node));
    return isTall(childElements(node));
  });

/** The only thing inside, through rows that hold nothing else. */
const unwrap = (nodes: readonly MarkupElement[]): MarkupElement | undefined => {
  const solid = nodes.filter((node) => node.name !== 'mspace' && !(node.children.length === 0));
  const only = solid.length === 1 ? solid[0] : undefined;
  return only && ['mrow', 'mstyle', 'mpadded'].includes(only.name)
    ? (unwrap(childElements(only)) ?? only)
    : only;
};

/** A matrix that is one cell around another matrix is the inner one: converters from TeX write arrays so. */
const innerTable = (nodes: readonly MarkupElement[]): MarkupElement | undefined => {
  const only = unwrap(nodes);
  if (only?.name !== 'mtable') return undefined;
  const rows = childElements(only);
  const cells = rows.flatMap(childElements);
  return (
    (rows.length === 1 && cells.length === 1 && cells[0] ? innerTable(childElements(cells[0])) : undefined) ??
    only
  );
};

const delimiter = (symbol: string): string => (symbol === '' ? '.' : (OPERATORS[symbol] ?? symbol));

const fenced = (open: string, close: string, nodes: readonly MarkupElement[], inner?: string): string => {
  const matrix = inner === undefined ? innerTable(nodes) : undefined;
  const environment = matrix && MATRIX_FENCES[`${open}${close}`];
  if (matrix && environment && !hasColumnRules(matrix)) return tableIn(matrix, environment);
  if (matrix && open === '{' && close === '') return tableIn(matrix, 'cases');
  const body = (inner ?? row(nodes)).trim();
  if (isTall(nodes)) {
    const left = delimiter(open);
    const right = delimiter(close);
    const pad = (symbol: string): string => (/[a-zA-Z]$/.test(symbol) ? `${symbol} ` : symbol);
    return `\\left${pad(left)}${body}\\right${pad(right)}`;
  }
  return join([open === '' ? '' : delimiter(open), body, close === '' ? '' : delimiter(close)]);
};

const hasColumnRules = (element: MarkupElement): boolean =>
  /solid|dashed/.test(element.attributes['columnlines'] ?? '');

/** Where the fence that opens at `start` is closed in the same row. */
const closingIndex = (nodes: readonly MarkupElement[], start: number): number => {
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

const isFence = (element: MarkupElement): boolean =>
  OPENING.has(ownText(element)) || (BARS.has(ownText(element)) && element.attributes['form'] !== 'infix');

/** A row of siblings: fences are paired and grow with what they hold, digits and words that were cut apart are joined. */
const row = (nodes: readonly MarkupElement[]): string => {
  const pieces: string[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!node) continue;
    if (isOperator(node) && isFence(node)) {
      const end = closingIndex(nodes, index);
      const last = end < 0 ? undefined : nodes[end];
      const inside = end < 0 ? nodes.slice(index + 1) : nodes.slice(index + 1, end);
      if (last && isTall(inside)) {
        pieces.push(fenced(ownText(node), ownText(last), inside));
        index = end;
        continue;
      }
      if (!last && inside.length > 0 && OPENING.has(ownText(node)) && isTall(inside)) {
        pieces.push(fenced(ownText(node), '', inside));
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
    pieces.push(convert(node));
  }
  return join(pieces).replace(/ {2,}/g, ' ');
};

/** Words of one text that were given as an element each, with the spaces between them. */
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

const scripts = (
  base: MarkupElement | undefined,
  below: MarkupElement | undefined,
  above: MarkupElement | undefined,
): string => {
  const latex = base ? convert(base).trim() : '';
  const isWhole =
    isSingleToken(latex) ||
    takesLimits(base) ||
    /^(\\left|\\begin)/.test(latex) ||
    /^[([][^()[\]]*[)\]]$/.test(latex);
  const head = latex === '' ? '{}' : isWhole ? latex : `{${latex}}`;
  const sub = below ? convert(below).trim() : '';
  const sup = above ? convert(above).trim() : '';
  if (/^'+$/.test(sup)) return `${head}${sup}${sub === '' ? '' : `_${group(sub)}`}`;
  const limits = `${head}${sub === '' ? '' : `_${group(sub)}`}${sup === '' ? '' : `^${group(sup)}`}`;
  return takesLimits(base) ? `${limits} ` : limits;
};

const takesLimits = (base: MarkupElement | undefined): boolean => {
  if (!base) return false;
  const only = base.name === 'mo' || base.name === 'mi' ? base : unwrap([base]);
  if (!only) return false;
  const symbol = ownText(only);
  return (
    LARGE_OPERATORS.has(symbol) || INTEGRALS.has(symbol) || (only.name !== 'mn' && FUNCTIONS.has(symbol))
  );
};

const overUnder = (
  base: MarkupElement | undefined,
  below: MarkupElement | undefined,
  above: MarkupElement | undefined,
): string => {
  if (takesLimits(base)) return scripts(base, below, above);
  let latex = base ? convert(base).trim() : '';
  const isBraced = /^\\(over|under)brace/.test(latex);
  if (above) {
    const mark = ACCENTS_OVER[ownText(above)];
    const [single, wide] = mark ?? [];
    if (mark) latex = `${[...latex].length === 1 ? single : wide}{${latex}}`;
    else if (isBraced) latex = `${latex}^{${convert(above).trim()}}`;
    else latex = `\\overset{${convert(above).trim()}}{${latex}}`;
  }
  if (below) {
    const mark = ACCENTS_UNDER[ownText(below)];
    if (mark) latex = `${mark}{${latex}}`;
    else if (isBraced) latex = `${latex}_{${convert(below).trim()}}`;
    else latex = `\\underset{${convert(below).trim()}}{${latex}}`;
  }
  return latex;
};

/** Space at the edge of a cell or formula is the page maker's, not the formula's. */
const trimSpacing = (latex: string): string =>
  latex.length > MAX_LATEX
    ? latex
    : latex
        .replace(/^(\s|\\[,;] ?|\\q?quad(?![a-zA-Z])|\\ (?=\s|$))+/, '')
        .replace(/(\s|\\[,;]|\\q?quad|\\ )+$/, '')
        .trim();

const cellsOf = (rowElement: MarkupElement): string[] => {
  const cells = childElements(rowElement).filter((cell) => cell.name === 'mtd');
  return cells.map((cell) => trimSpacing(row(childElements(cell))));
};

const tableRows = (element: MarkupElement): string[][] => {
  const rows = childElements(element).filter((child) => child.name === 'mtr' || child.name === 'mlabeledtr');
  const cells = rows.map((child) => {
    const all = cellsOf(child);
    return child.name === 'mlabeledtr' ? all.slice(1) : all;
  });
  const used = Math.max(0, ...cells.map((line) => line.findLastIndex((cell) => cell !== '') + 1));
  return cells.map((line) => line.slice(0, used));
};

const tableBody = (rows: readonly string[][]): string => rows.map((line) => line.join(' & ')).join(' \\\\ ');

const tableIn = (element: MarkupElement, environment: string): string =>
  `\\begin{${environment}}${tableBody(tableRows(element))}\\end{${environment}}`;

/** Equations set below each other are aligned at right-left pairs of columns; anything else is an array or a matrix. */
const isAligned = (element: MarkupElement): boolean => {
  if (/align|eqnarray|split|gather|multline/.test(element.attributes['class'] ?? '')) return true;
  const alignment = (element.attributes['columnalign'] ?? '').trim().split(/\s+/);
  return alignment.length > 1 && alignment[0] === 'right' && alignment[1] === 'left';
};

/** Each pair of columns is one equation; several may stand side by side. */
const equationsInRow = (cells: readonly string[]): string => {
  const equations: string[] = [];
  for (let index = 0; index < cells.length; index += 2) {
    equations.push(
      join([`${cells[index] ?? ''} `, cells[index + 1] ?? ''])
        .replace(/ {2,}/g, ' ')
        .trim(),
    );
  }
  return equations.filter((equation) => equation !== '').join(' \\qquad ');
};

const table = (element: MarkupElement): string => {
  const rows = tableRows(element).filter((line) => line.some((cell) => cell !== ''));
  const columns = Math.max(0, ...rows.map((line) => line.length));
  if (rows.length === 1 && columns === 1) return rows[0]?.[0] ?? '';
  if (isAligned(element)) {
    // A row whose first columns are empty carries a remark between the equations.
    return rows.length === 1
      ? equationsInRow(rows[0] ?? [])
      : `\\begin{aligned}${tableBody(rows)}\\end{aligned}`;
  }
  if (!hasColumnRules(element)) return `\\begin{matrix}${tableBody(rows)}\\end{matrix}`;
  const lines = (element.attributes['columnlines'] ?? '').trim().split(/\s+/);
  const layout = Array.from({ length: columns }, (_, index) => {
    const line = lines[Math.min(index, lines.length - 1)];
    return index < columns - 1 && (line === 'solid' || line === 'dashed') ? 'c|' : 'c';
  });
  return `\\begin{array}{${layout.join('')}}${tableBody(rows)}\\end{array}`;
};

const fencedElement = (element: MarkupElement): string => {
  const open = (element.attributes['open'] ?? '(').trim();
  const close = (element.attributes['close'] ?? ')').trim();
  const separators = [...(element.attributes['separators'] ?? ',').replace(/\s/g, '')];
  const children = childElements(element);
  if (children.length <= 1 || separators.length === 0) return fenced(open, close, children);
  const inner = children
    .map((child, index) => {
      const separator =
        index < children.length - 1 ? (separators[Math.min(index, separators.length - 1)] ?? '') : '';
      return `${convert(child).trim()}${separator === '' ? '' : `${OPERATORS[separator] ?? separator} `}`;
    })
    .join('');
  return fenced(open, close, children, inner);
};

const multiscripts = (element: MarkupElement): string => {
  const [base, ...rest] = childElements(element);
  const split = rest.findIndex((child) => child.name === 'mprescripts');
  const after = split < 0 ? rest : rest.slice(0, split);
  const before = split < 0 ? [] : rest.slice(split + 1);
  const pair = (list: readonly MarkupElement[]): string => {
    let output = '';
    for (let index = 0; index < list.length; index += 2) {
      const [sub, sup] = [list[index], list[index + 1]].map((child) =>
        child && child.name !== 'none' ? convert(child).trim() : '',
      );
      output += `${sub ? `_${group(sub)}` : ''}${sup ? `^${group(sup)}` : ''}`;
    }
    return output;
  };
  const lead = pair(before);
  return `${lead === '' ? '' : `{}${lead}`}${base ? group(convert(base).trim()) : ''}${pair(after)}`;
};

const enclosed = (element: MarkupElement): string => {
  const body = row(childElements(element)).trim();
  const notation = element.attributes['notation'] ?? 'longdiv';
  if (/box|roundedbox|circle/.test(notation)) return `\\boxed{${body}}`;
  if (/updiagonalstrike/.test(notation)) return `\\cancel{${body}}`;
  if (/downdiagonalstrike/.test(notation)) return `\\bcancel{${body}}`;
  if (/radical/.test(notation)) return `\\sqrt{${body}}`;
  if (/\btop\b/.test(notation)) return `\\overline{${body}}`;
  return /\bbottom\b/.test(notation) ? `\\underline{${body}}` : body;
};

const fraction = (element: MarkupElement): string => {
  const [above, below] = childElements(element).map((child) => convert(child).trim());
  if (/^0(\.0+)?(\w*|%)$/.test(element.attributes['linethickness'] ?? ''))
    return `{${above ?? ''} \\atop ${below ?? ''}}`;
  if (element.attributes['bevelled'] === 'true') return `${group(above ?? '')}/${group(below ?? '')}`;
  return `\\frac${argument(above ?? '')}${argument(below ?? '')}`;
};

const convert = (node: MarkupElement): string => {
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
      return `\\sqrt${argument(row(children).trim())}`;
    case 'mroot':
      return `\\sqrt[${second ? convert(second).trim() : ''}]${argument(first ? convert(first).trim() : '')}`;
    case 'msub':
      return scripts(first, second, undefined);
    case 'msup':
      return scripts(first, undefined, second);
    case 'msubsup':
      return scripts(first, second, third);
    case 'munder':
      return overUnder(first, second, undefined);
    case 'mover':
      return overUnder(first, undefined, second);
    case 'munderover':
      return overUnder(first, second, third);
    case 'mmultiscripts':
      return multiscripts(node);
    case 'mtable':
      return table(node);
    case 'mfenced':
      return fencedElement(node);
    case 'menclose':
      return enclosed(node);
    case 'mphantom':
      return `\\phantom${argument(row(children).trim())}`;
    case 'semantics':
    case 'maction':
      return first ? convert(first) : '';
    case 'annotation':
    case 'annotation-xml':
    case 'mprescripts':
    case 'none':
      return '';
    default:
      return children.length > 0 ? row(children) : identifier(ownText(node), undefined);
  }
};

/** The letters and signs of a formula without its structure; empty for a formula that says nothing. */
export const plainFormula = (math: MarkupElement): string =>
  textContent(math)
    .replace(/[\s$\\{}]+/g, '')
    .slice(0, 2000);

/**
 * A MathML 3 `math` element as LaTeX without delimiters: its TeX annotation where it has one, else converted from
 * presentation markup; where neither can be used, its letters and signs as text.
 * @returns an empty string only where `plainFormula` does
 */
export const mathToLatex = (math: MarkupElement): string => {
  const plain = plainFormula(math);
  return plain === '' ? '' : convertMath(math) || `\\text{${escapeText(plain)}}`;
};

const convertMath = (math: MarkupElement): string => {
  const annotation = annotationOf(math);
  if (annotation && annotation.length <= MAX_LATEX && isBalanced(annotation)) return tidyLatex(annotation);
  const latex = trimSpacing(row(childElements(math)).replace(/ {2,}/g, ' '));
  return latex.length <= MAX_LATEX && isBalanced(latex) ? latex : '';
};

/** Whether a formula is set on lines of its own: it says so, or it is a stack of equations. */
export const isDisplayMath = (math: MarkupElement): boolean => {
  if (math.attributes['display'] === 'block' || math.attributes['mode'] === 'display') return true;
  const only = unwrap(childElements(math));
  return only?.name === 'mtable' && isAligned(only);
};

/** The text an author gave for those who can't see the formula. */
export const mathAlternative = (math: MarkupElement): string => {
  const alternative = (math.attributes['alttext'] ?? '').trim();
  return /alternative text not available/i.test(alternative) ? '' : alternative;
};
