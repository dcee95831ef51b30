import { centreIsInside, unionOf } from '../geometry/box.js';
import type { TextLine, Word } from '../lines/text-line.js';
import { innerRows } from './inner-rows.js';
import type { TableGrid } from './table-grid.js';
import { gridOf, placeAt } from './table-grid.js';
import type { TableRule } from './table-rules.js';
import { connectedRules, outermostGroups, withRowEnds } from './table-rules.js';
import type { CellEntries, FoundTable } from './table-text.js';
import { cellText, toMarkdownTable, withoutEmpty } from './table-text.js';

const MIN_CELLS = 4;
const MIN_FILLED_CELLS = 3;
const MAX_CELL_LETTERS = 300;

/**
 * Finds tables that are drawn with lines or coloured cells: rules that cross each other form a grid of at least two by two cells, and
 * most words are in cells. The text of a cell that spans several places is written at its first place.
 */
export const findRuledTables = (
  lines: readonly TextLine[],
  rules: readonly TableRule[],
  vocabulary: ReadonlySet<string>,
  direction: 'ltr' | 'rtl',
): FoundTable[] =>
  outermostGroups(connectedRules(rules)).flatMap(
    (group) => readTable(withRowEnds(group), lines, vocabulary, direction) ?? [],
  );

const readTable = (
  rules: readonly TableRule[],
  lines: readonly TextLine[],
  vocabulary: ReadonlySet<string>,
  direction: 'ltr' | 'rtl',
): FoundTable | null => {
  const grid = gridOf(rules);
  if (!grid || grid.cells < MIN_CELLS) return null;
  const { x0, y0, x1, y1 } = grid.box;
  const area = { x0: x0 - 2, y0: y0 - 2, x1: x1 + 2, y1: y1 + 2 };
  const inside = lines.filter((line) => centreIsInside(line, area));
  const entries = entriesByPlace(grid, inside);
  if (entries.size < MIN_FILLED_CELLS || isLayout(entries, grid.cells)) return null;
  const cut = inside.filter((line) => isCutByRule(line, rules)).length;
  if (cut > Math.max(1, 0.15 * inside.length)) return null;
  const rows = textRows(grid, entries, vocabulary);
  const compact = withoutEmpty(direction === 'rtl' ? rows.map((row) => [...row].reverse()) : rows);
  if (compact.length < 2 || (compact[0]?.length ?? 0) < 2) return null;
  return { box: unionOf([grid.box, ...inside]), markdown: toMarkdownTable(compact), lines: inside };
};

type EntriesByPlace = ReadonlyMap<number, CellEntries>;

const entriesByPlace = (grid: TableGrid, lines: readonly TextLine[]): EntriesByPlace => {
  const entries = new Map<number, { word: Word; line: TextLine }[]>();
  for (const line of lines) {
    for (const word of line.words) {
      const place = placeAt(grid, (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2);
      if (place === null) continue;
      const cell = entries.get(place);
      if (cell) cell.push({ word, line });
      else entries.set(place, [{ word, line }]);
    }
  }
  return entries;
};

/** The text of the cells, row by row from left to right. */
const textRows = (
  { rows, columns, xs }: TableGrid,
  entries: EntriesByPlace,
  vocabulary: ReadonlySet<string>,
): string[][] =>
  Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, (__, column) => ({
      entries: entries.get(row * columns + column) ?? [],
      width: (xs[column + 1] ?? 0) - (xs[column] ?? 0),
    }));
    return innerRows(cells).map((inner) => inner.map((cell) => cellText(cell, vocabulary)));
  }).flat();

/** Whether the cells are coloured areas of a cover or a leaflet: few hold text, and one holds paragraphs. */
const isLayout = (entriesByCell: EntriesByPlace, cells: number): boolean => {
  const letters = [...entriesByCell.values()].map((entries) =>
    entries.reduce((sum, { word }) => sum + word.text.length, 0),
  );
  return Math.max(...letters) > MAX_CELL_LETTERS && entriesByCell.size < Math.max(6, 0.4 * cells);
};

/** Whether a vertical rule runs through a line of text: then it belongs to a drawing under the text. */
const isCutByRule = (line: TextLine, rules: readonly TableRule[]): boolean =>
  rules.some((rule) => {
    if (rule.horizontal) return false;
    const y = (line.y0 + line.y1) / 2;
    if (rule.y0 > y || rule.y1 < y || rule.x0 < line.x0 + 2 || rule.x1 > line.x1 - 2) return false;
    const middle = (rule.x0 + rule.x1) / 2;
    // Words with a gap at the rule are the text of two cells that was read as one line.
    return !line.words.some((word, i) => {
      const next = line.words[i + 1];
      return (
        next !== undefined &&
        Math.min(word.x1, next.x1) <= middle + 1 &&
        Math.max(word.x0, next.x0) >= middle - 1
      );
    });
  });
