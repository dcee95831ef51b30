export const MAX_LATEX = 20_000;

/** Removes space commands at the edges of a cell or formula, where they only serve the page layout. */
export const trimSpacing = (latex: string): string =>
  latex.length > MAX_LATEX
    ? latex
    : withoutSpaceAtEnd(latex.replace(/^(\s|\\[,;] ?|\\q?quad(?![a-zA-Z])|\\ (?=\s|$))+/, '')).trim();

/** Reads backwards from the end, because a search from the left takes quadratic time. */
const withoutSpaceAtEnd = (latex: string): string => {
  const space = /$(?<=((?:\\ |\\[,;]|\\q?quad|\s)+))/.exec(latex)?.[1] ?? '';
  return latex.slice(0, latex.length - space.length);
};
