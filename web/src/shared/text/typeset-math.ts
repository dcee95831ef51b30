import type Katex from 'katex';

/** Limits for typesetting; formulas that people write are far smaller. */
const MAX_LENGTH = 5000;
const MAX_DEPTH = 400;
const MAX_NODES = 30_000;

let katex: typeof Katex | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Loads KaTeX and its style sheet once, for the first formula. After a failure formulas show their source. */
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

/** A macro that expands to the last of its `count` arguments. */
const lastArgument = (count: number) => (context: MacroContext) => ({
  tokens: context.consumeArgs(count)[count - 1],
  numArgs: 0,
});
/** A macro that drops its argument. */
const dropArgument = (context: MacroContext) => {
  context.consumeArgs(1);
  return '';
};

/**
 * Removes colours: they may be invisible on the theme's background, and KaTeX writes some of them as inline styles into its
 * MathML, which our Content-Security-Policy forbids.
 */
const macros = (): Record<string, unknown> => ({
  '\\color': dropArgument,
  '\\textcolor': lastArgument(2),
  '\\colorbox': lastArgument(2),
  '\\fcolorbox': lastArgument(3),
  '\\pmb': '\\boldsymbol',
});

/** Whether a formula is small enough to be typeset. */
const isWithinLimits = (root: Element): boolean => {
  let level: Element[] = [root];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    nodes += level.length;
    if (depth > MAX_DEPTH || nodes > MAX_NODES) return false;
    level = level.flatMap((element) => [...element.children]);
  }
  return true;
};

/**
 * Typesets a formula, with MathML for screen readers. Null while KaTeX is not loaded, and for a formula that it cannot parse or
 * that exceeds the limits. The result contains no scripts, links or external resources.
 */
export const typesetMath = (latex: string, display: boolean): HTMLElement | null => {
  if (!katex || latex.length > MAX_LENGTH) return null;
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
  return isWithinLimits(element) ? element : null;
};
