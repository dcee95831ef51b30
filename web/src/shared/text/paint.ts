/** Names of the marks on what is read, as `::highlight()` in the style sheets has them. */
export type PaintName = 'sentence' | 'found' | 'found-now' | 'spoken';

/** Null in a browser without the CSS Custom Highlight API: whole items are then tinted instead. */
export const highlightRegistry = (): HighlightRegistry | null =>
  typeof Highlight === 'function' && 'highlights' in CSS ? CSS.highlights : null;

export const canPaint = (): boolean => highlightRegistry() !== null;

/** Shows a mark on these ranges in place of those it had. */
export const paint = (name: PaintName, ranges: readonly Range[], priority = 0): void => {
  const marks = highlightRegistry();
  if (!marks) return;
  if (ranges.length === 0) {
    marks.delete(name);
    return;
  }
  const highlight = new Highlight(...ranges);
  highlight.priority = priority;
  marks.set(name, highlight);
};
