import type Katex from 'katex';

const LONGEST = 5000;
/** Limit for typesetting; formulas that people write are far smaller. */
const DEEPEST = 400;
const MOST_NODES = 30_000;

let katex: typeof Katex | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Loads the typesetter with its fonts' sheet, once, when a formula is met. A failure leaves formulas in their source. */
export const loadMath = (): Promise<void> => {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex-swap.min.css')])
    .then(([module]) => {
      katex = module.default;
      for (const listener of listeners) listener();
    })
    .catch(() => {
      loading = null;
    });
  return loading;
};

export const subscribeMath = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const isMathReady = (): boolean => katex !== null;

type MacroContext = { consumeArgs: (count: number) => unknown[] };

/** A command of so many arguments that leaves the last of them, or nothing. */
const drop = (count: number) => (context: MacroContext) => ({
  tokens: context.consumeArgs(count)[count - 1],
  numArgs: 0,
});
const nothing = (context: MacroContext) => {
  context.consumeArgs(1);
  return '';
};

/**
 * Colours would vanish on a ground they were not made for, and KaTeX writes some of them into its MathML as inline styles,
 * which our content policy refuses.
 */
const macros = (): Record<string, unknown> => ({
  '\\color': nothing,
  '\\textcolor': drop(2),
  '\\colorbox': drop(2),
  '\\fcolorbox': drop(3),
  '\\pmb': '\\boldsymbol',
});

/** Whether a formula is small enough to be typeset. */
const isModest = (root: Element): boolean => {
  let level: Element[] = [root];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    nodes += level.length;
    if (depth > DEEPEST || nodes > MOST_NODES) return false;
    level = level.flatMap((element) => [...element.children]);
  }
  return true;
};

/**
 * A formula as an element, with MathML inside for those who listen. Null when the typesetter is not here yet, or when the
 * source is no formula it knows, or one that nobody could read. Nothing in it can run, link or load.
 */
export const typesetMath = (latex: string, display: boolean): HTMLElement | null => {
  if (!katex || latex.length > LONGEST) return null;
  const element = document.createElement('span');
  try {
    katex.render(latex, element, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      errorColor: 'currentColor',
      trust: false,
      maxSize: 20,
      maxExpand: 200,
      macros: macros() as Record<string, string>,
    });
  } catch {
    return null;
  }
  return isModest(element) ? element : null;
};
