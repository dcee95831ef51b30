import type { PageRange } from '../converter.js';
import { UsageError } from './usage-error.js';

/** Page ranges as typed, both ends included and from 1; `to` is missing where a range is open (`20-`). */
export type PageSelection = readonly { from: number; to?: number }[];

/** Reads `3`, `1-20`, `20-` and lists of them (`1-5,8,20-`). @throws UsageError */
export function parsePageSelection(text: string): PageSelection {
  return text.split(',').map((part) => {
    const match = /^\s*(\d+)\s*(?:(-)\s*(\d+)?)?\s*$/.exec(part);
    const from = Number(match?.[1]);
    const to = match?.[2] ? (match[3] === undefined ? undefined : Number(match[3])) : from;
    if (!match || from < 1 || (to !== undefined && to < from)) {
      throw new UsageError(`--pages: “${part.trim()}” is not a page or a range such as 3, 1-20 or 20-`);
    }
    return { from, to };
  });
}

/**
 * The selected pages of a document as ordered zero-based ranges without overlaps; a range may end past the last page.
 *
 * @throws UsageError when a range begins past the last page
 */
export function rangesWithin(selection: PageSelection | null, totalPages: number): PageRange[] {
  const last = totalPages - 1;
  if (!selection) return [{ from: 0, to: last }];
  const ranges = selection.map(({ from, to }) => ({
    from: from - 1,
    to: Math.min((to ?? totalPages) - 1, last),
  }));
  const outside = ranges.find(({ from }) => from > last);
  if (outside) {
    throw new UsageError(
      `--pages: the document has ${totalPages} pages, so there is no page ${outside.from + 1}`,
    );
  }
  const merged: PageRange[] = [];
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const previous = merged.at(-1);
    if (previous && range.from <= previous.to + 1) previous.to = Math.max(previous.to, range.to);
    else merged.push({ ...range });
  }
  return merged;
}
