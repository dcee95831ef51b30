import { METADATA_LIMITS } from '@hamkhan/contracts/events/pipeline-events';
import { tidySummary } from '../metadata/summary.js';
import { isElement, parseMarkup, type MarkupNode } from './markup.js';

const MAX_SOURCE = 50_000;
/** Elements whose text a browser does not show. */
const HIDDEN = new Set(
  'script style template noscript iframe object svg math head title textarea select'.split(' '),
);
const BLOCKS = new Set(
  'p div br li ul ol h1 h2 h3 h4 h5 h6 blockquote section article tr table hr dd dt'.split(' '),
);

/** A line break inside a sentence: no sentence ends before it, and the next line is not empty. */
const WRAP = /(?<![.!?…:。！？״"”»)\s])[ \t]*\r?\n(?![ \t]*\r?\n)/gu;

/**
 * The description of a book as plain text, one paragraph on each line. Publishers write it as text or as HTML; markup and
 * content that a browser would run or hide are removed.
 */
export function descriptionText(source: string): string {
  const words = (node: MarkupNode): string => {
    if (!isElement(node)) return node.replace(WRAP, ' ');
    if (HIDDEN.has(node.name.toLowerCase())) return '';
    const text = node.children.map(words).join('');
    return BLOCKS.has(node.name.toLowerCase()) ? `\n${text}\n` : text;
  };
  return tidySummary(words(parseMarkup(source.slice(0, MAX_SOURCE))), METADATA_LIMITS.summary);
}
