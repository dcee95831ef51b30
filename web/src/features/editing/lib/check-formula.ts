import { useEffect, useState } from 'react';

/** An error in a formula: its kind, the symbol it concerns, and its position from 1. */
export type FormulaError = {
  kind: 'unknownCommand' | 'missing' | 'unexpected' | 'arguments' | 'long' | 'other';
  what: string;
  at: number | null;
};

export const MAX_FORMULA_LENGTH = 5000;
/** A formula is checked this long after the last key, in milliseconds. */
const DEBOUNCE_MS = 250;

/** Parses KaTeX's error message. */
export const readFormulaError = (message: string, position: number | undefined): FormulaError => {
  const at = position === undefined ? null : position + 1;
  const unknown = /Undefined control sequence: (\S+)/.exec(message);
  if (unknown) return { kind: 'unknownCommand', what: unknown[1] ?? '', at };
  const superfluous = /Expected 'EOF', got '([^']*)'/.exec(message);
  if (superfluous) return { kind: 'unexpected', what: superfluous[1] ?? '', at };
  const missing = /expected '([^']*)'/i.exec(message);
  if (missing) return { kind: 'missing', what: missing[1] ?? '', at };
  const argument = /Expected group (?:after|as argument to) '([^']*)'/.exec(message);
  if (argument) return { kind: 'arguments', what: argument[1] ?? '', at };
  const odd = /(?:Unexpected character|Can't use function|Extra|Double) ?:?'?([^']*)'?/.exec(message);
  if (odd) return { kind: 'unexpected', what: odd[1] ?? '', at };
  return { kind: 'other', what: '', at };
};

const isParseError = (error: unknown): error is Error & { rawMessage?: string; position?: number } =>
  error instanceof Error && error.name === 'ParseError';

/** Checks whether KaTeX can render a formula; null when it can. KaTeX is loaded on first use. */
export const checkFormula = async (latex: string): Promise<FormulaError | null> => {
  if (latex.length > MAX_FORMULA_LENGTH) return { kind: 'long', what: '', at: null };
  if (latex.trim() === '') return null;
  const { default: katex } = await import('katex');
  try {
    katex.renderToString(latex, {
      displayMode: true,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 20,
      maxExpand: 200,
    });
    return null;
  } catch (error) {
    if (!isParseError(error)) return { kind: 'other', what: '', at: null };
    return readFormulaError(error.rawMessage ?? error.message, error.position);
  }
};

/** The error of a formula while it is typed; undefined until it is checked. */
export const useFormulaError = (latex: string): FormulaError | null | undefined => {
  const [found, setFound] = useState<{ latex: string; error: FormulaError | null }>();
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      void checkFormula(latex).then(
        (error) => {
          if (!isOver) setFound({ latex, error });
        },
        () => undefined,
      );
    }, DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [latex]);
  return found?.latex === latex ? found.error : undefined;
};
