/** Names of the highlights, as in `::highlight()` of the style sheets. */
export type PaintName = 'sentence' | 'found' | 'found-now' | 'spoken';

/** Null in a browser without the CSS Custom Highlight API: whole items are then tinted instead. */
export const highlightRegistry = (): HighlightRegistry | null =>
  typeof Highlight === 'function' && 'highlights' in CSS ? CSS.highlights : null;

export const canPaint = (): boolean => highlightRegistry() !== null;

/** Replaces the ranges of a highlight; no ranges remove it. */
export const paint = (name: PaintName, ranges: readonly Range[], priority = 0): void => {
  const registry = highlightRegistry();
  if (!registry) return;
  if (ranges.length === 0) {
    registry.delete(name);
    return;
  }
  const highlight = new Highlight(...ranges);
  highlight.priority = priority;
  registry.set(name, highlight);
};
