import { childElements } from './markup.js';
import type { MarkupElement } from './markup.js';
import { ownText } from './mathml-tokens.js';

/** The TeX that a formula of MathML carries beside its markup. */
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

/** TeX as authors leave it in annotations and alternative texts, without its delimiters. */
export const tidyLatex = (latex: string): string => {
  const bare = latex
    .trim()
    .replace(/^\$+|\$+$/g, '')
    .replace(/^\\[([]|\\[)\]]$/g, '')
    .trim();
  return (/^\{\\displaystyle ([^]*)\}$/.exec(bare)?.[1] ?? bare).replace(/\s+/g, ' ').trim();
};

/** Whether every brace is closed, so that nothing after a formula is swallowed. */
export const isBalanced = (latex: string): boolean => {
  let depth = 0;
  for (const char of latex.replace(/\\[{}\\]/g, '')) {
    if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
};
