import { highlightRegistry } from '../../../shared/text/paint.js';

/** Names of the marks, as `::highlight()` in the style sheet has them. */
export type HighlightName = `note-${1 | 2 | 3 | 4 | 5}` | `note-${1 | 2 | 3 | 4 | 5}-pair` | 'note-here';
export type Highlights = ReadonlyMap<HighlightName, readonly Range[]>;

/** Which text shows what; the registry of the browser is one for the whole page. */
const shown = new Map<object, Highlights>();
const painted = new Set<HighlightName>();

const paint = (): void => {
  // A browser without the registry shows the marks in the margin alone.
  const marks = highlightRegistry();
  if (!marks) return;
  const all = new Map<HighlightName, Range[]>();
  for (const highlights of shown.values()) {
    for (const [name, ranges] of highlights) all.set(name, [...(all.get(name) ?? []), ...ranges]);
  }
  for (const name of painted) if (!all.has(name)) marks.delete(name);
  painted.clear();
  for (const [name, ranges] of all) {
    const highlight = new Highlight(...ranges);
    highlight.priority = name === 'note-here' ? 1 : 0;
    marks.set(name, highlight);
    painted.add(name);
  }
};

/** Shows the marks of one text in place of those it had. */
export const showHighlights = (owner: object, highlights: Highlights): void => {
  shown.set(owner, highlights);
  paint();
};

export const hideHighlights = (owner: object): void => {
  shown.delete(owner);
  paint();
};
