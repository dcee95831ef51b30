import type { Inline } from '@hamkhan/contracts/inline/inline-node';

export type Direction = 'rtl' | 'ltr';

const RTL_LETTER = /[\u0590-\u05ff\u0620-\u064a\u066e-\u06d3\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const LTR_LETTER = /[^\P{L}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

const wordsOf = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => (node.kind === 'text' ? node.text : 'children' in node ? wordsOf(node.children) : ''))
    .join('');

/**
 * The direction of a paragraph: the page's, unless all its letters are of the other direction (an English reference among
 * Persian ones, a Hebrew motto in a German book). Code, formulas and numbers do not count.
 */
export const directionIn = (page: Direction, nodes: readonly Inline[]): Direction => {
  const words = wordsOf(nodes);
  if (page === 'rtl') return LTR_LETTER.test(words) && !RTL_LETTER.test(words) ? 'ltr' : 'rtl';
  return RTL_LETTER.test(words) && !LTR_LETTER.test(words) ? 'rtl' : 'ltr';
};
