import { childElements } from '../markup.js';
import type { MarkupElement } from '../markup.js';
import { FUNCTIONS, INTEGRALS, LARGE_OPERATORS } from './symbols.js';
import { ownText } from './tokens.js';

/** Converts nodes of a formula. Passed to the functions for single constructs, since these nest in each other. */
export type LatexWriter = {
  /** Converts one element. */
  node: (element: MarkupElement) => string;
  /** Converts a row of siblings. */
  row: (nodes: readonly MarkupElement[]) => string;
};

export const isOperator = (element: MarkupElement | undefined): element is MarkupElement =>
  element?.name === 'mo';

/** Whether the content of a fence is taller than a line, so that the fence must grow. */
export const isTall = (nodes: readonly MarkupElement[]): boolean =>
  nodes.some((node) => {
    if (['mfrac', 'mtable', 'munder', 'mover', 'munderover', 'mroot'].includes(node.name)) return true;
    if (node.name === 'mo') return LARGE_OPERATORS.has(ownText(node)) || INTEGRALS.has(ownText(node));
    return isTall(childElements(node));
  });

/** The only element inside, through rows that contain nothing else. */
export const unwrap = (nodes: readonly MarkupElement[]): MarkupElement | undefined => {
  const solid = nodes.filter((node) => node.name !== 'mspace' && !(node.children.length === 0));
  const only = solid.length === 1 ? solid[0] : undefined;
  return only && ['mrow', 'mstyle', 'mpadded'].includes(only.name)
    ? (unwrap(childElements(only)) ?? only)
    : only;
};

/** Whether scripts of this base are set as limits. */
export const takesLimits = (base: MarkupElement | undefined): boolean => {
  if (!base) return false;
  const only = base.name === 'mo' || base.name === 'mi' ? base : unwrap([base]);
  if (!only) return false;
  const symbol = ownText(only);
  return (
    LARGE_OPERATORS.has(symbol) || INTEGRALS.has(symbol) || (only.name !== 'mn' && FUNCTIONS.has(symbol))
  );
};
