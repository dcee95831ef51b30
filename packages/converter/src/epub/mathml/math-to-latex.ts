import { childElements, textContent } from '../markup.js';
import type { MarkupElement } from '../markup.js';
import { writeRow } from './latex-writer.js';
import { unwrap } from './structure.js';
import { isAligned } from './tables.js';
import { annotationOf, isBalanced, tidyLatex } from './tex-annotation.js';
import { escapeText } from './tokens.js';
import { MAX_LATEX, trimSpacing } from './trim-spacing.js';

/** The characters of a formula without its structure; empty for a formula without content. */
export const plainFormula = (math: MarkupElement): string =>
  textContent(math)
    .replace(/[\s$\\{}]+/g, '')
    .slice(0, 2000);

/**
 * Converts a MathML 3 `math` element to LaTeX without delimiters: from its TeX annotation, else from its presentation
 * markup, else its characters as text.
 * @returns an empty string only where `plainFormula` does
 */
export const mathToLatex = (math: MarkupElement): string => {
  const plain = plainFormula(math);
  return plain === '' ? '' : convertMath(math) || `\\text{${escapeText(plain)}}`;
};

const convertMath = (math: MarkupElement): string => {
  const annotation = annotationOf(math);
  if (annotation && annotation.length <= MAX_LATEX && isBalanced(annotation)) return tidyLatex(annotation);
  const latex = trimSpacing(writeRow(childElements(math)).replace(/ {2,}/g, ' '));
  return latex.length <= MAX_LATEX && isBalanced(latex) ? latex : '';
};

/** Whether a formula is a block: by its attributes, or because it is a stack of equations. */
export const isDisplayMath = (math: MarkupElement): boolean => {
  if (math.attributes['display'] === 'block' || math.attributes['mode'] === 'display') return true;
  const only = unwrap(childElements(math));
  return only?.name === 'mtable' && isAligned(only);
};

/** The alternative text of a formula. */
export const mathAlternative = (math: MarkupElement): string => {
  const alternative = (math.attributes['alttext'] ?? '').trim();
  return /alternative text not available/i.test(alternative) ? '' : alternative;
};
