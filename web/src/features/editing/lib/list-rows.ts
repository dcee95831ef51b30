import { type ContentItem, type ListEntry, MAX_LIST_DEPTH } from '@hamkhan/contracts/content';

/** One entry of a list as a line of the editor: how deep it stands, and whether the list it stands in is numbered. */
export type ListRow = { text: string; depth: number; ordered: boolean };

type List = Extract<ContentItem, { type: 'list' }>;

const rowsOf = (entries: readonly ListEntry[], ordered: boolean, depth: number): ListRow[] =>
  entries.flatMap((entry) => [
    { text: entry.content, depth: Math.min(depth, MAX_LIST_DEPTH), ordered },
    ...rowsOf(entry['list-items'] ?? [], entry.list_type === 'ordered', depth + 1),
  ]);

/** A list as lines; what is nested deeper than there are depths comes up to the last. */
export const rowsOfList = (list: Pick<List, 'list_type' | 'list-items'>): ListRow[] =>
  rowsOf(list['list-items'], list.list_type === 'ordered', 1);

/** No line stands more than one step deeper than the line before it, and the first stands outermost. */
const settled = (rows: readonly ListRow[]): ListRow[] => {
  let before = 0;
  return rows.map((row) => {
    const depth = Math.max(1, Math.min(row.depth, before + 1, MAX_LIST_DEPTH));
    before = depth;
    return depth === row.depth ? row : { ...row, depth };
  });
};

/** The end of the lines that stand under a line. */
const endOf = (rows: readonly ListRow[], index: number): number => {
  const depth = rows[index]?.depth ?? 0;
  let end = index + 1;
  while ((rows[end]?.depth ?? 0) > depth) end += 1;
  return end;
};

/** Lines as the entries of a list. A list is numbered when its first line says so. */
export const entriesOf = (
  rows: readonly ListRow[],
): { list_type: 'ordered' | 'unordered'; entries: ListEntry[] } => {
  const build = (lines: readonly ListRow[]): ListEntry[] => {
    const entries: ListEntry[] = [];
    for (let at = 0; at < lines.length;) {
      const row = lines[at];
      if (!row) break;
      const end = endOf(lines, at);
      const inner = lines.slice(at + 1, end);
      entries.push({
        content: row.text,
        ...(inner.length > 0
          ? { list_type: inner[0]?.ordered ? 'ordered' : 'unordered', 'list-items': build(inner) }
          : {}),
      });
      at = end;
    }
    return entries;
  };
  const lines = settled(rows);
  return { list_type: lines[0]?.ordered ? 'ordered' : 'unordered', entries: build(lines) };
};

/** The lines of the list that a line stands in, without those under them. */
const beside = (rows: readonly ListRow[], index: number): number[] => {
  const depth = rows[index]?.depth ?? 1;
  let from = index;
  while (from > 0 && (rows[from - 1]?.depth ?? 0) >= depth) from -= 1;
  const found: number[] = [];
  for (let at = from; at < rows.length && (rows[at]?.depth ?? 0) >= depth; at += 1) {
    if (rows[at]?.depth === depth) found.push(at);
  }
  return found;
};

/** The list that a line stands in is numbered, or not. */
export const setOrdered = (rows: readonly ListRow[], index: number, ordered: boolean): ListRow[] => {
  const lines = new Set(beside(rows, index));
  return rows.map((row, at) => (lines.has(at) ? { ...row, ordered } : row));
};

/** The number of a line in its list, from 1. */
export const placeInList = (rows: readonly ListRow[], index: number): number =>
  beside(rows, index).indexOf(index) + 1;

export const canIndent = (rows: readonly ListRow[], index: number): boolean => {
  const row = rows[index];
  const before = rows[index - 1];
  if (!row || !before || before.depth < row.depth) return false;
  const deepest = Math.max(...rows.slice(index, endOf(rows, index)).map(({ depth }) => depth));
  return deepest < MAX_LIST_DEPTH;
};
export const canOutdent = (rows: readonly ListRow[], index: number): boolean => (rows[index]?.depth ?? 1) > 1;

/** A line and those under it go a step deeper (1) or come a step up (-1), into the list that is there. */
export const shiftRow = (rows: readonly ListRow[], index: number, step: 1 | -1): ListRow[] => {
  if (step === 1 ? !canIndent(rows, index) : !canOutdent(rows, index)) return [...rows];
  const end = endOf(rows, index);
  const shifted = settled(
    rows.map((row, at) => (at >= index && at < end ? { ...row, depth: row.depth + step } : row)),
  );
  const neighbours = beside(shifted, index).filter((at) => at !== index);
  const joined = neighbours.findLast((at) => at < index) ?? neighbours[0];
  const ordered = joined === undefined ? undefined : shifted[joined]?.ordered;
  return ordered === undefined
    ? shifted
    : shifted.map((row, at) => (at === index ? { ...row, ordered } : row));
};

/** A line after another, as deep as that one, or as those under it. */
export const insertRow = (rows: readonly ListRow[], index: number, text = ''): ListRow[] => {
  const before = rows[index];
  const under = rows[index + 1];
  const like = before && under && under.depth > before.depth ? under : before;
  const row: ListRow = { text, depth: like?.depth ?? 1, ordered: like?.ordered ?? false };
  return settled([...rows.slice(0, index + 1), row, ...rows.slice(index + 1)]);
};

/** Takes a line away; those under it stay and come up. A list keeps one line. */
export const removeRow = (rows: readonly ListRow[], index: number): ListRow[] => {
  if (rows.length < 2) return [...rows];
  const end = endOf(rows, index);
  const gone = rows[index];
  return settled(
    rows.flatMap((row, at) => {
      if (at === index) return [];
      if (!gone || at < index || at >= end) return row;
      const depth = row.depth - 1;
      return { ...row, depth, ordered: depth === gone.depth ? gone.ordered : row.ordered };
    }),
  );
};
