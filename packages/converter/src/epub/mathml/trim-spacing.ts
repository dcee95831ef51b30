export const MAX_LATEX = 20_000;

/** Removes space commands at the edges of a cell or formula, where they only serve the page layout. */
export const trimSpacing = (latex: string): string =>
  latex.length > MAX_LATEX
    ? latex
    : latex
        .replace(/^(\s|\\[,;] ?|\\q?quad(?![a-zA-Z])|\\ (?=\s|$))+/, '')
        .replace(/(\s|\\[,;]|\\q?quad|\\ )+$/, '')
        .trim();
