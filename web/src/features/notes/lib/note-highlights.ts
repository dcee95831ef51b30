import { highlightRegistry } from '../../../shared/text/paint.js';

/** Highlight names, as in `::highlight()` in the style sheet. */
export type HighlightName = `note-${1 | 2 | 3 | 4 | 5}` | `note-${1 | 2 | 3 | 4 | 5}-pair` | 'note-here';
export type Highlights = ReadonlyMap<HighlightName, readonly Range[]>;

/** Highlights by text: the browser has one registry for the whole page. */
const shown = new Map<object, Highlights>();
const registered = new Set<HighlightName>();

const updateRegistry = (): void => {
  // A browser without the registry shows only the marks in the margin.
  const registry = highlightRegistry();
  if (!registry) return;
  const all = new Map<HighlightName, Range[]>();
  for (const highlights of shown.values()) {
    for (const [name, ranges] of highlights) all.set(name, [...(all.get(name) ?? []), ...ranges]);
  }
  for (const name of registered) if (!all.has(name)) registry.delete(name);
  registered.clear();
  for (const [name, ranges] of all) {
    const highlight = new Highlight(...ranges);
    highlight.priority = name === 'note-here' ? 1 : 0;
    registry.set(name, highlight);
    registered.add(name);
  }
};

/** Replaces the highlights of one text. */
export const showHighlights = (owner: object, highlights: Highlights): void => {
  shown.set(owner, highlights);
  updateRegistry();
};

export const hideHighlights = (owner: object): void => {
  shown.delete(owner);
  updateRegistry();
};
