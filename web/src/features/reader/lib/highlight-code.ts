import type { createLowlight } from 'lowlight';

/** Longer listings stay plain, as highlighting them would block the page; in characters. */
export const MAX_HIGHLIGHTED_LENGTH = 20_000;
/** The language of a listing that names none (RDR-READER-44). */
export const DEFAULT_LANGUAGE = 'python';

type Highlighter = ReturnType<typeof createLowlight>;
type Tree = ReturnType<Highlighter['highlight']>;
export type CodeNode = Tree['children'][number];

let highlighter: Highlighter | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Loads the grammars once. On failure listings stay plain and the next call tries again. */
export const loadHighlighter = (): Promise<void> => {
  loading ??= import('lowlight')
    .then(({ createLowlight: create, common }) => {
      highlighter = create(common);
      for (const listener of listeners) listener();
    })
    .catch(() => {
      loading = null;
    });
  return loading;
};

export const subscribeHighlighter = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const isHighlighterReady = (): boolean => highlighter !== null;

/** The syntax tree of a listing; null while the grammars are not loaded, or when there is none for its language. */
export const highlightCode = (code: string, language: string): readonly CodeNode[] | null => {
  if (!highlighter || code.length > MAX_HIGHLIGHTED_LENGTH) return null;
  const name = language.trim().toLowerCase() || DEFAULT_LANGUAGE;
  if (!highlighter.registered(name)) return null;
  try {
    return highlighter.highlight(name, code).children;
  } catch {
    return null;
  }
};
