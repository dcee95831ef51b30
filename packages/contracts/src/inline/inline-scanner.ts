import type { Inline } from './inline-node.js';

const MAX_MATH = 5000;

export const isSpace = (char: string | undefined): boolean => char === undefined || /\s/u.test(char);
export const isWord = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9*]/.test(char);

/** Positions of the runs of backquotes by length, last first, so that finding the end of each code span takes linear time in total. */
export const backquotesOf = (source: string): Map<number, number[]> => {
  const places = new Map<number, number[]>();
  for (const match of source.matchAll(/`+/g)) {
    const list = places.get(match[0].length);
    if (list) list.push(match.index);
    else places.set(match[0].length, [match.index]);
  }
  for (const list of places.values()) list.reverse();
  return places;
};

export const runLength = (source: string, at: number): number => {
  const char = source[at];
  let end = at;
  while (source[end] === char) end += 1;
  return end - at;
};

type Found = { node: Inline; end: number };

/** Reads `$…$` by pandoc's rule (no space inside the dollar signs, no digit after them) or `$$…$$`; null for a price. */
export const mathAt = (source: string, at: number): Found | null => {
  const signs = Math.min(2, runLength(source, at));
  const from = at + signs;
  if (signs === 1 && isSpace(source[from])) return null;
  for (let end = from; end < source.length && end - from <= MAX_MATH; end += 1) {
    const char = source[end];
    if (char === '\\') end += 1;
    else if (char === '\n' && signs === 1) return null;
    else if (char === '$') {
      const closes = signs === 2 ? source[end + 1] === '$' : true;
      const latex = source.slice(from, end);
      const after = source[end + signs];
      if (!closes || latex.trim() === '') return null;
      if (signs === 1 && (isSpace(source[end - 1]) || (after !== undefined && /[0-9]/.test(after))))
        return null;
      return { node: { kind: 'math', latex: latex.trim(), display: signs === 2 }, end: end + signs };
    }
  }
  return null;
};

/** Reads the address of a link at `](`. It may contain pairs of parentheses. */
export const addressAt = (source: string, at: number): { url: string; end: number } | null => {
  const match = /\]\(((?:[^()\s]|\([^()\s]{0,500}\)){1,2000})\)/y;
  match.lastIndex = at;
  const found = match.exec(source);
  return found?.[1] === undefined ? null : { url: found[1], end: match.lastIndex };
};
