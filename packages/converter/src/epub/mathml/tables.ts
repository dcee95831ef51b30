import { childElements } from '../markup.js';
import type { MarkupElement } from '../markup.js';
import { unwrap } from './structure.js';
import type { LatexWriter } from './structure.js';
import { join } from './tokens.js';
import { trimSpacing } from './trim-spacing.js';

/** The table in a fence; the innermost one where a table has only one cell, as converters from TeX write arrays. */
export const innerTable = (nodes: readonly MarkupElement[]): MarkupElement | undefined => {
  const only = unwrap(nodes);
  if (only?.name !== 'mtable') return undefined;
  const rows = childElements(only);
  const cells = rows.flatMap(childElements);
  return (
    (rows.length === 1 && cells.length === 1 && cells[0] ? innerTable(childElements(cells[0])) : undefined) ??
    only
  );
};

export const hasColumnRules = (element: MarkupElement): boolean =>
  /solid|dashed/.test(element.attributes['columnlines'] ?? '');

const cellsOf = (rowElement: MarkupElement, writer: LatexWriter): string[] => {
  const cells = childElements(rowElement).filter((cell) => cell.name === 'mtd');
  return cells.map((cell) => trimSpacing(writer.row(childElements(cell))));
};

const tableRows = (element: MarkupElement, writer: LatexWriter): string[][] => {
  const rows = childElements(element).filter((child) => child.name === 'mtr' || child.name === 'mlabeledtr');
  const cells = rows.map((child) => {
    const all = cellsOf(child, writer);
    return child.name === 'mlabeledtr' ? all.slice(1) : all;
  });
  const used = Math.max(0, ...cells.map((line) => line.findLastIndex((cell) => cell !== '') + 1));
  return cells.map((line) => line.slice(0, used));
};

const tableBody = (rows: readonly string[][]): string => rows.map((line) => line.join(' & ')).join(' \\\\ ');

/** A table as a LaTeX environment of this name. */
export const tableIn = (element: MarkupElement, environment: string, writer: LatexWriter): string =>
  `\\begin{${environment}}${tableBody(tableRows(element, writer))}\\end{${environment}}`;

/** Whether a table is a stack of aligned equations: by its class, or by pairs of right- and left-aligned columns. */
export const isAligned = (element: MarkupElement): boolean => {
  if (/align|eqnarray|split|gather|multline/.test(element.attributes['class'] ?? '')) return true;
  const alignment = (element.attributes['columnalign'] ?? '').trim().split(/\s+/);
  return alignment.length > 1 && alignment[0] === 'right' && alignment[1] === 'left';
};

/** Each pair of columns is one equation; a row may have several. */
const equationsInRow = (cells: readonly string[]): string => {
  const equations: string[] = [];
  for (let index = 0; index < cells.length; index += 2) {
    equations.push(
      join([`${cells[index] ?? ''} `, cells[index + 1] ?? ''])
        .replace(/ {2,}/g, ' ')
        .trim(),
    );
  }
  return equations.filter((equation) => equation !== '').join(' \\qquad ');
};

/** Converts an `mtable`. */
export const table = (element: MarkupElement, writer: LatexWriter): string => {
  const rows = tableRows(element, writer).filter((line) => line.some((cell) => cell !== ''));
  const columns = Math.max(0, ...rows.map((line) => line.length));
  if (rows.length === 1 && columns === 1) return rows[0]?.[0] ?? '';
  if (isAligned(element)) {
    // A row with empty first columns is a remark between the equations.
    return rows.length === 1
      ? equationsInRow(rows[0] ?? [])
      : `\\begin{aligned}${tableBody(rows)}\\end{aligned}`;
  }
  if (!hasColumnRules(element)) return `\\begin{matrix}${tableBody(rows)}\\end{matrix}`;
  const lines = (element.attributes['columnlines'] ?? '').trim().split(/\s+/);
  const layout = Array.from({ length: columns }, (_, index) => {
    const line = lines[Math.min(index, lines.length - 1)];
    return index < columns - 1 && (line === 'solid' || line === 'dashed') ? 'c|' : 'c';
  });
  return `\\begin{array}{${layout.join('')}}${tableBody(rows)}\\end{array}`;
};
