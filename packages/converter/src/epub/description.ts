import { METADATA_LIMITS } from '@hamkhan/contracts/events/pipeline-events';
import { tidySummary } from '../metadata/summary.js';
import { isElement, parseMarkup, type MarkupNode } from './markup.js';

const MAX_SOURCE = 50_000;
const SILENT = new Set(
  'script style template noscript iframe object svg math head title textarea select'.split(' '),
);
const BLOCKS = new Set(
  'p div br li ul ol h1 h2 h3 h4 h5 h6 blockquote section article tr table hr dd dt'.split(' '),
);

/** The end of a line that was only full: no sentence ends there, and the next line is not empty. */
const WRAP = /(?<![.!?…:。！？״"”»)\s])[ \t]*\r?\n(?![ \t]*\r?\n)/gu;

/**
 * The words of a book's description, which publishers write as text or as HTML: a paragraph a line, no markup, and nothing of what
 * a browser would run or hide.
 */
export function descriptionText(source: string): string {
  const words = (node: MarkupNode): string => {
    if (!isElement(node)) return node.replace(WRAP, ' ');
    if (SILENT.has(node.name.toLowerCase())) return '';
    const text = node.children.map(words).join('');
    return BLOCKS.has(node.name.toLowerCase()) ? `\n${text}\n` : text;
  };
  return tidySummary(words(parseMarkup(source.slice(0, MAX_SOURCE))), METADATA_LIMITS.summary);
}
