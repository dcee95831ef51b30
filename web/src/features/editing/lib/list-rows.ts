import { type ContentItem, type ListEntry, MAX_LIST_DEPTH } from '@hamkhan/contracts/content';

/** One list entry as a row of the editor: its depth, and whether its list is numbered. */
export type ListRow = { text: string; depth: number; ordered: boolean };

type List = Extract<ContentItem, { type: 'list' }>;

const rowsOf = (entries: readonly ListEntry[], ordered: boolean, depth: number): ListRow[] =>
  entries.flatMap((entry) => [
    { text: entry.content, depth: Math.min(depth, MAX_LIST_DEPTH), ordered },
    ...rowsOf(entry['list-items'] ?? [], entry.list_type === 'ordered', depth + 1),
  ]);

/** A list as rows; entries below the maximum depth are raised to it. */
export const rowsOfList = (list: Pick<List, 'list_type' | 'list-items'>): ListRow[] =>
  rowsOf(list['list-items'], list.list_type === 'ordered', 1);

/** Limits each row to one step deeper than the row before it; the first row has depth 1. */
const withValidDepths = (rows: readonly ListRow[]): ListRow[] => {
  let before = 0;
  return rows.map((row) => {
    const depth = Math.max(1, Math.min(row.depth, before + 1, MAX_LIST_DEPTH));
    before = depth;
    return depth === row.depth ? row : { ...row, depth };
  });
};

/** The index after the rows nested under a row. */
const subtreeEnd = (rows: readonly ListRow[], index: number): number => {
  const depth = rows[index]?.depth ?? 0;
  let end = index + 1;
  while ((rows[end]?.depth ?? 0) > depth) end += 1;
  return end;
};

/** Rows as list entries. A list is numbered when its first row is. */
export const entriesOf = (
  rows: readonly ListRow[],
): { list_type: 'ordered' | 'unordered'; entries: ListEntry[] } => {
  const build = (lines: readonly ListRow[]): ListEntry[] => {
    const entries: ListEntry[] = [];
    for (let at = 0; at < lines.length;) {
      const row = lines[at];
      if (!row) break;
      const end = subtreeEnd(lines, at);
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
  const lines = withValidDepths(rows);
  return { list_type: lines[0]?.ordered ? 'ordered' : 'unordered', entries: build(lines) };
};

/** The indexes of the rows in the same list as a row, without nested rows. */
const siblings = (rows: readonly ListRow[], index: number): number[] => {
  const depth = rows[index]?.depth ?? 1;
  let from = index;
  while (from > 0 && (rows[from - 1]?.depth ?? 0) >= depth) from -= 1;
  const found: number[] = [];
  for (let at = from; at < rows.length && (rows[at]?.depth ?? 0) >= depth; at += 1) {
    if (rows[at]?.depth === depth) found.push(at);
  }
  return found;
};

/** Makes the list of a row numbered or bulleted. */
export const setOrdered = (rows: readonly ListRow[], index: number, ordered: boolean): ListRow[] => {
  const lines = new Set(siblings(rows, index));
  return rows.map((row, at) => (lines.has(at) ? { ...row, ordered } : row));
};

/** The number of a row in its list, from 1. */
export const numberInList = (rows: readonly ListRow[], index: number): number =>
  siblings(rows, index).indexOf(index) + 1;

export const canIndent = (rows: readonly ListRow[], index: number): boolean => {
  const row = rows[index];
  const before = rows[index - 1];
  if (!row || !before || before.depth < row.depth) return false;
  const deepest = Math.max(...rows.slice(index, subtreeEnd(rows, index)).map(({ depth }) => depth));
  return deepest < MAX_LIST_DEPTH;
};
export const canOutdent = (rows: readonly ListRow[], index: number): boolean => (rows[index]?.depth ?? 1) > 1;

/** Moves a row and its nested rows one step deeper (1) or up (-1), into the list at that depth. */
export const shiftRow = (rows: readonly ListRow[], index: number, step: 1 | -1): ListRow[] => {
  if (step === 1 ? !canIndent(rows, index) : !canOutdent(rows, index)) return [...rows];
  const end = subtreeEnd(rows, index);
  const shifted = withValidDepths(
    rows.map((row, at) => (at >= index && at < end ? { ...row, depth: row.depth + step } : row)),
  );
  const neighbours = siblings(shifted, index).filter((at) => at !== index);
  const joined = neighbours.findLast((at) => at < index) ?? neighbours[0];
  const ordered = joined === undefined ? undefined : shifted[joined]?.ordered;
  return ordered === undefined
    ? shifted
    : shifted.map((row, at) => (at === index ? { ...row, ordered } : row));
};

/** Inserts a row after another, at its depth, or at the depth of the rows nested under it. */
export const insertRow = (rows: readonly ListRow[], index: number, text = ''): ListRow[] => {
  const before = rows[index];
  const under = rows[index + 1];
  const like = before && under && under.depth > before.depth ? under : before;
  const row: ListRow = { text, depth: like?.depth ?? 1, ordered: like?.ordered ?? false };
  return withValidDepths([...rows.slice(0, index + 1), row, ...rows.slice(index + 1)]);
};

/** Removes a row and raises its nested rows. A list keeps at least one row. */
export const removeRow = (rows: readonly ListRow[], index: number): ListRow[] => {
  if (rows.length < 2) return [...rows];
  const end = subtreeEnd(rows, index);
  const gone = rows[index];
  return withValidDepths(
    rows.flatMap((row, at) => {
      if (at === index) return [];
      if (!gone || at < index || at >= end) return row;
      const depth = row.depth - 1;
      return { ...row, depth, ordered: depth === gone.depth ? gone.ordered : row.ordered };
    }),
  );
};
