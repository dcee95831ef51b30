import { childElements } from '../markup.js';
import type { MarkupElement } from '../markup.js';
import { ownText } from './tokens.js';

/** The TeX annotation of a MathML formula. */
export const annotationOf = (element: MarkupElement): string | undefined => {
  for (const child of childElements(element)) {
    if (child.name === 'annotation' && /tex/i.test(child.attributes['encoding'] ?? '')) return ownText(child);
    if (['semantics', 'mrow', 'mstyle'].includes(child.name)) {
      const found = annotationOf(child);
      if (found) return found;
    }
  }
  return undefined;
};

/** TeX from an annotation or an alternative text, without delimiters. */
export const tidyLatex = (latex: string): string => {
  const bare = latex
    .trim()
    .replace(/^\$+|(?<!\$)\$+$/g, '')
    .replace(/^\\[([]|\\[)\]]$/g, '')
    .trim();
  return (/^\{\\displaystyle ([^]*)\}$/.exec(bare)?.[1] ?? bare).replace(/\s+/g, ' ').trim();
};

/** Whether all braces are balanced. With an open one, TeX would read the text after the formula as part of it. */
export const isBalanced = (latex: string): boolean => {
  let depth = 0;
  for (const char of latex.replace(/\\[{}\\]/g, '')) {
    if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
};
