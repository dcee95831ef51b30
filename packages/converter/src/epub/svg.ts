import { isElement } from './markup.js';
import type { MarkupElement, MarkupNode } from './markup.js';

const SHAPES = [
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'textPath',
  'title',
  'desc',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'pattern',
  'marker',
  'style',
];
const ALLOWED = new Set(SHAPES);
/** HTML parsers convert attribute names to lower case; SVG is case-sensitive. */
const CASED_ATTRIBUTES = new Map(
  (
    'viewBox preserveAspectRatio gradientUnits gradientTransform patternUnits patternContentUnits patternTransform clipPathUnits ' +
    'maskUnits maskContentUnits markerWidth markerHeight markerUnits refX refY spreadMethod startOffset textLength lengthAdjust pathLength'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);
const MAX_ELEMENTS = 20_000;
/** Limit for the elements that all `use` elements draw: nested copies grow exponentially. */
const MAX_DRAWN = 100_000;

const escapeXml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char,
  );

/** Whether a value refers only to parts of the drawing itself, without escapes that could hide an address. */
const isSafeValue = (value: string): boolean => {
  if (/javascript:|expression\(|@import|\\/i.test(value)) return false;
  return (value.match(/url/gi) ?? []).length === (value.match(/url\(["']?#/gi) ?? []).length;
};

const attributeText = (name: string, value: string): string => {
  if (/^on/i.test(name) || !/^[\w:-]+$/.test(name) || name === 'xmlns' || name.startsWith('xmlns:'))
    return '';
  if (name === 'href') return value.startsWith('#') ? ` href="${escapeXml(value)}"` : '';
  return isSafeValue(value) ? ` ${CASED_ATTRIBUTES.get(name) ?? name}="${escapeXml(value)}"` : '';
};

/** Number of elements that are drawn for this one, with every `use` followed. */
const countDrawnElements = (root: MarkupElement): number => {
  const byId = new Map<string, MarkupElement>();
  const index = (element: MarkupElement) => {
    const id = element.attributes['id'];
    if (id && !byId.has(id)) byId.set(id, element);
    for (const child of element.children) if (isElement(child)) index(child);
  };
  index(root);
  const counts = new Map<MarkupElement, number>();
  const cost = (element: MarkupElement): number => {
    const counted = counts.get(element);
    if (counted !== undefined) return counted;
    // A `use` that refers to itself never ends.
    counts.set(element, Infinity);
    let sum = 1;
    for (const child of element.children) if (isElement(child)) sum += cost(child);
    const href = element.name === 'use' ? element.attributes['href'] : undefined;
    const target = href?.startsWith('#') ? byId.get(href.slice(1)) : undefined;
    if (target) sum += cost(target);
    counts.set(element, sum);
    return sum;
  };
  return cost(root);
};

/**
 * Rewrites a drawing as a safe SVG file: known shapes only, no scripts, no event handlers, no external references.
 * @returns undefined for a drawing that is empty, too large, or made to exhaust the renderer
 */
export const sanitiseSvg = (root: MarkupElement): string | undefined => {
  let elements = 0;
  let shapes = 0;
  const write = (node: MarkupNode, inText: boolean): string => {
    if (!isElement(node)) return inText ? escapeXml(node) : '';
    if (!ALLOWED.has(node.name)) return '';
    elements += 1;
    if (elements > MAX_ELEMENTS) return '';
    if (
      ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'use'].includes(node.name)
    )
      shapes += 1;
    const isText = inText || ['text', 'title', 'desc', 'style'].includes(node.name);
    const children = node.children.map((child) => write(child, isText)).join('');
    if (node.name === 'style' && !isSafeValue(children)) return '';
    const namespace = node === root ? ' xmlns="http://www.w3.org/2000/svg"' : '';
    const attributes = Object.entries(node.attributes)
      .map(([name, value]) => attributeText(name, value))
      .join('');
    return `<${node.name}${namespace}${attributes}>${children}</${node.name}>`;
  };
  if (countDrawnElements(root) > MAX_DRAWN) return undefined;
  const text = write(root, false);
  return elements <= MAX_ELEMENTS && shapes > 0 ? text : undefined;
};
