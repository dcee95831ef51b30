import type { Box } from '../geometry/box.js';
import {
  centreIsInside,
  heightOf,
  horizontalOverlapOf,
  unionOf,
  verticalOverlapOf,
  widthOf,
} from '../geometry/box.js';
import type { CellEntries, FoundTable } from './table-text.js';
import { cellText, toMarkdownTable, withoutEmpty } from './table-text.js';
import type { TextLine, Word } from '../lines/text-line.js';

/** A straight stroke of the page; also the edge of a coloured cell. */
export type TableRule = Box & { horizontal: boolean };

const SNAP = 3;
const MAX_CELLS = 4000;

/** Collapses positions within `SNAP` points of each other to one. */
const snapped = (values: readonly number[]): number[] => {
  const sorted = [...values].sort((a, b) => a - b);
  const result: number[] = [];
  for (const value of sorted) {
    const last = result.at(-1);
    if (last === undefined || value - last > SNAP) result.push(value);
  }
  return result;
};

const nearestIndex = (positions: readonly number[], value: number): number => {
  let best = 0;
  for (const [index, position] of positions.entries()) {
    if (Math.abs(position - value) < Math.abs((positions[best] ?? 0) - value)) best = index;
  }
  return best;
};

/**
 * Finds tables drawn with lines or coloured cells: rules that cross each other make a grid of at least two by two, and most of
 * its words lie in cells. A cell that spans several is written where it begins.
 */
export const findRuledTables = (
  lines: readonly TextLine[],
  rules: readonly TableRule[],
  vocabulary: ReadonlySet<string>,
  direction: 'ltr' | 'rtl',
): FoundTable[] => {
  const tables: FoundTable[] = [];
  for (const group of outermostGroups(connectedRules(rules))) {
    const table = readGrid(group, lines, vocabulary, direction);
    if (table) tables.push(table);
  }
  return tables;
};

/** Rules that touch or cross, directly or through others. */
const connectedRules = (rules: readonly TableRule[]): TableRule[][] => {
  const usable = rules
    .filter((rule) => (rule.horizontal ? widthOf(rule) : heightOf(rule)) > 4)
    .slice(0, 3000);
  const sorted = [...usable].sort((a, b) => a.y0 - b.y0);
  const parent = sorted.map((_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root] ?? root;
    let at = i;
    while (parent[at] !== root) {
      const next = parent[at] ?? root;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  for (let i = 0; i < sorted.length; i += 1) {
    for (let j = i + 1; j < sorted.length; j += 1) {
      const a = sorted[i];
      const b = sorted[j];
      if (!a || !b) continue;
      if (b.y0 > a.y1 + SNAP) break;
      if (horizontalOverlapOf(a, b) >= -SNAP && verticalOverlapOf(a, b) >= -SNAP) parent[find(i)] = find(j);
    }
  }
  const groups = new Map<number, TableRule[]>();
  for (const [index, rule] of sorted.entries()) {
    const root = find(index);
    groups.set(root, [...(groups.get(root) ?? []), rule]);
  }
  return [...groups.values()].filter((group) => group.length >= 4);
};

/** A highlight or a box drawn inside a cell is no table of its own: its strokes go to the table around it. */
const outermostGroups = (groups: readonly TableRule[][]): TableRule[][] => {
  const boxed = groups.map((rules) => ({ rules, box: unionOf(rules) }));
  return boxed
    .filter(
      ({ box }, i) =>
        !boxed.some(
          ({ box: other, rules }, j) =>
            j !== i &&
            rules.length > 6 &&
            other.x0 <= box.x0 + 1 &&
            other.x1 >= box.x1 - 1 &&
            other.y0 <= box.y0 + 1 &&
            other.y1 >= box.y1 - 1 &&
            heightOf(other) * widthOf(other) > 1.5 * heightOf(box) * widthOf(box),
        ),
    )
    .map(({ rules }) => rules);
};

/**
 * Typesetters draw upright rules row by row: where the pieces of all of them meet, a row ends, though nothing is drawn across.
 */
const withRowEnds = (rules: readonly TableRule[]): TableRule[] => {
  const box = unionOf(rules);
  const byPlace = new Map<number, TableRule[]>();
  for (const rule of rules) {
    const x = Math.round((rule.x0 + rule.x1) / 2);
    if (!rule.horizontal) byPlace.set(x, [...(byPlace.get(x) ?? []), rule]);
  }
  const meetings = [...byPlace.values()].map((pieces) => {
    const sorted = [...pieces].sort((a, b) => a.y0 - b.y0);
    return sorted.flatMap((piece, i) => {
      const next = sorted[i + 1];
      return next && Math.abs(next.y0 - piece.y1) < 1.5 ? [piece.y1] : [];
    });
  });
  const [first = [], ...others] = meetings;
  const shared = first.filter((y) => others.every((ys) => ys.some((other) => Math.abs(other - y) < 1.5)));
  return [...rules, ...shared.map((y) => ({ x0: box.x0, x1: box.x1, y0: y, y1: y, horizontal: true }))];
};

const readGrid = (
  ownRules: readonly TableRule[],
  lines: readonly TextLine[],
  vocabulary: ReadonlySet<string>,
  direction: 'ltr' | 'rtl',
): FoundTable | null => {
  const rules = withRowEnds(ownRules);
  const box = unionOf(rules);
  const xs = snapped([box.x0, box.x1, ...rules.filter((r) => !r.horizontal).map((r) => (r.x0 + r.x1) / 2)]);
  const ys = snapped([box.y0, box.y1, ...rules.filter((r) => r.horizontal).map((r) => (r.y0 + r.y1) / 2)]);
  const columns = xs.length - 1;
  const rowCount = ys.length - 1;
  if (columns < 2 || rowCount < 2 || columns * rowCount > MAX_CELLS) return null;

  // Which neighbouring cells have a rule between them; those without are one cell.
  const vertical = Array.from({ length: rowCount }, () => new Array<boolean>(columns + 1).fill(false));
  const horizontal = Array.from({ length: rowCount + 1 }, () => new Array<boolean>(columns).fill(false));
  for (const rule of rules) {
    if (rule.horizontal) {
      const y = nearestIndex(ys, (rule.y0 + rule.y1) / 2);
      for (let c = 0; c < columns; c += 1) {
        const middle = ((xs[c] ?? 0) + (xs[c + 1] ?? 0)) / 2;
        const row = horizontal[y];
        if (row && rule.x0 - SNAP <= middle && rule.x1 + SNAP >= middle) row[c] = true;
      }
    } else {
      const x = nearestIndex(xs, (rule.x0 + rule.x1) / 2);
      for (let r = 0; r < rowCount; r += 1) {
        const middle = ((ys[r] ?? 0) + (ys[r + 1] ?? 0)) / 2;
        const row = vertical[r];
        if (row && rule.y0 - SNAP <= middle && rule.y1 + SNAP >= middle) row[x] = true;
      }
    }
  }
  const owner = new Int32Array(columns * rowCount).fill(-1);
  let cells = 0;
  for (let r = 0; r < rowCount; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      if ((owner[r * columns + c] ?? 0) >= 0) continue;
      cells += 1;
      const id = r * columns + c;
      const queue = [id];
      owner[id] = id;
      for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
        const row = Math.floor(at / columns);
        const column = at % columns;
        const visit = (next: number, isOpen: boolean): void => {
          if (!isOpen || owner[next] !== -1) return;
          owner[next] = id;
          queue.push(next);
        };
        if (column + 1 < columns) visit(at + 1, vertical[row]?.[column + 1] === false);
        if (column > 0) visit(at - 1, vertical[row]?.[column] === false);
        if (row + 1 < rowCount) visit(at + columns, horizontal[row + 1]?.[column] === false);
        if (row > 0) visit(at - columns, horizontal[row]?.[column] === false);
      }
    }
  }
  if (cells < 4) return null;

  const inside = lines.filter((line) =>
    centreIsInside(line, { x0: box.x0 - 2, y0: box.y0 - 2, x1: box.x1 + 2, y1: box.y1 + 2 }),
  );
  const byCell = new Map<number, { word: Word; line: TextLine }[]>();
  for (const line of inside) {
    for (const word of line.words) {
      const c = xs.findIndex(
        (x, i) => (word.x0 + word.x1) / 2 >= x && (word.x0 + word.x1) / 2 < (xs[i + 1] ?? -Infinity),
      );
      const r = ys.findIndex(
        (y, i) => (word.y0 + word.y1) / 2 >= y && (word.y0 + word.y1) / 2 < (ys[i + 1] ?? -Infinity),
      );
      if (c < 0 || r < 0) continue;
      const id = owner[r * columns + c] ?? 0;
      const cell = byCell.get(id);
      if (cell) cell.push({ word, line });
      else byCell.set(id, [{ word, line }]);
    }
  }
  if (byCell.size < 3 || isLayout(byCell, cells)) return null;
  const cut = inside.filter((line) => isCutByRule(line, rules)).length;
  if (cut > Math.max(1, 0.15 * inside.length)) return null;
  const rows = Array.from({ length: rowCount }, (_, r) => {
    const cells = Array.from({ length: columns }, (__, c) => ({
      entries: byCell.get(r * columns + c) ?? [],
      width: (xs[c + 1] ?? 0) - (xs[c] ?? 0),
    }));
    return innerRows(cells).map((row) => row.map((entries) => cellText(entries, vocabulary)));
  }).flat();
  const compact = withoutEmpty(direction === 'rtl' ? rows.map((row) => [...row].reverse()) : rows);
  if (compact.length < 2 || (compact[0]?.length ?? 0) < 2) return null;
  return { box: unionOf([box, ...inside]), markdown: toMarkdownTable(compact), lines: inside };
};

const MOST_CELL_LETTERS = 300;

/** Coloured areas of a cover or a leaflet: few of them hold text, and one holds paragraphs. */
const isLayout = (byCell: ReadonlyMap<number, CellEntries>, cells: number): boolean => {
  const letters = [...byCell.values()].map((entries) =>
    entries.reduce((sum, { word }) => sum + word.text.length, 0),
  );
  return Math.max(...letters) > MOST_CELL_LETTERS && byCell.size < Math.max(6, 0.4 * cells);
};

/** Whether a rule goes through the middle of a line of text: then it is a drawing that the text stands on. */
const isCutByRule = (line: TextLine, rules: readonly TableRule[]): boolean =>
  rules.some((rule) => {
    if (rule.horizontal) return false;
    const y = (line.y0 + line.y1) / 2;
    if (rule.y0 > y || rule.y1 < y || rule.x0 < line.x0 + 2 || rule.x1 > line.x1 - 2) return false;
    const middle = (rule.x0 + rule.x1) / 2;
    // A gap between words at the rule is the space between two cells whose text came as one line.
    return !line.words.some((word, i) => {
      const next = line.words[i + 1];
      return (
        next !== undefined &&
        Math.min(word.x1, next.x1) <= middle + 1 &&
        Math.max(word.x0, next.x0) >= middle - 1
      );
    });
  });

/**
 * Splits a row between two rules into the rows it holds, where lines of its cells stand side by side and each ends before the
 * cell does (running text in a cell fills its lines and stays whole).
 */
const innerRows = (cells: readonly { entries: CellEntries; width: number }[]): CellEntries[][] => {
  const whole = [cells.map((cell) => cell.entries)];
  const filled = cells.filter((cell) => cell.entries.length > 0);
  const perCell = filled.map((cell) => baselinesOf(cell.entries));
  const longest = Math.max(0, ...perCell.map((lines) => lines.length));
  const full = perCell.filter((lines) => lines.length === longest);
  if (
    longest < (isNumeric(filled) ? 2 : 3) ||
    filled.length < 2 ||
    full.length < Math.max(2, 0.6 * filled.length)
  )
    return whole;
  const [first = []] = full;
  const isInStep = full.every((lines) => lines.every((y, i) => Math.abs(y - (first[i] ?? Infinity)) < 2.5));
  const isLoose = filled.every((cell) => {
    const rows = cell.entries.map(({ word }) => word.x1);
    const used = Math.max(...rows) - Math.min(...cell.entries.map(({ word }) => word.x0));
    const fills = baselinesOf(cell.entries).filter((y) => {
      const own = cell.entries.filter(({ word }) => Math.abs(word.baseline - y) < 2.5);
      return (
        unionOf(own.map(({ word }) => word)).x1 - unionOf(own.map(({ word }) => word)).x0 > 0.88 * cell.width
      );
    }).length;
    return used < cell.width && fills < 0.34 * longest;
  });
  if (!isInStep || !isLoose) return whole;
  return first.map((y, index) => {
    const from = index === 0 ? -Infinity : (y + (first[index - 1] ?? y)) / 2;
    const to = index === first.length - 1 ? Infinity : (y + (first[index + 1] ?? y)) / 2;
    return cells.map((cell) =>
      cell.entries.filter(({ word }) => word.baseline >= from && word.baseline < to),
    );
  });
};

/** Most cells hold numbers: columns of figures, not wrapped words. */
const isNumeric = (cells: readonly { entries: CellEntries }[]): boolean =>
  cells.filter((cell) => cell.entries.every(({ word }) => /^[\p{Nd}.,%±+−–-]+$/u.test(word.text))).length >
  0.6 * cells.length;

const baselinesOf = (entries: CellEntries): number[] => {
  const values: number[] = [];
  for (const y of entries.map(({ line }) => line.baseline).sort((a, b) => a - b)) {
    if (y - (values.at(-1) ?? -Infinity) > 2.5) values.push(y);
  }
  return values;
};
