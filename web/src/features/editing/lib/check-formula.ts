import { useEffect, useState } from 'react';

/** What is wrong with a formula: a kind that has words of its own, what it is about, and the character where it stands, from 1. */
export type FormulaError = {
  kind: 'unknownCommand' | 'missing' | 'unexpected' | 'arguments' | 'long' | 'other';
  what: string;
  at: number | null;
};

export const LONGEST_FORMULA = 5000;
/** A formula is looked at once the typing has paused this long, in milliseconds. */
const PAUSE_MS = 250;

/** KaTeX's own sentence as a kind and what it names. */
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

/** Looks whether a formula can be set; null when it can. The typesetter comes when it is first asked. */
export const checkFormula = async (latex: string): Promise<FormulaError | null> => {
  if (latex.length > LONGEST_FORMULA) return { kind: 'long', what: '', at: null };
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

/** What is wrong with a formula that is being written; undefined while nobody knows. */
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
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [latex]);
  return found?.latex === latex ? found.error : undefined;
};
