import type { createLowlight } from 'lowlight';

/** Longer listings stay plain: colours would hold up the page. In characters. */
export const LONGEST_LISTING = 20_000;
/** What code is taken to be written in where nothing was said (RDR-READER-44). */
export const DEFAULT_LANGUAGE = 'python';

type Painter = ReturnType<typeof createLowlight>;
type Tree = ReturnType<Painter['highlight']>;
export type CodeNode = Tree['children'][number];

let painter: Painter | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Loads the grammars, once, when a listing is met. A failure leaves listings plain. */
export const loadPainter = (): Promise<void> => {
  loading ??= import('lowlight')
    .then(({ createLowlight: create, common }) => {
      painter = create(common);
      for (const listener of listeners) listener();
    })
    .catch(() => {
      loading = null;
    });
  return loading;
};

export const subscribePainter = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const isPainterReady = (): boolean => painter !== null;

/** The words of a listing by what they are; null while the grammars are not here, or where there is none for its language. */
export const paintCode = (code: string, language: string): readonly CodeNode[] | null => {
  if (!painter || code.length > LONGEST_LISTING) return null;
  const name = language.trim().toLowerCase() || DEFAULT_LANGUAGE;
  if (!painter.registered(name)) return null;
  try {
    return painter.highlight(name, code).children;
  } catch {
    return null;
  }
};
