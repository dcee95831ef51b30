import { hasRtlLetter } from './script.js';

type BidiClass = 'L' | 'R' | 'D' | 'N';
const classOf = (text: string): BidiClass => {
  if (hasRtlLetter(text)) return 'R';
  if (/\p{L}/u.test(text)) return 'L';
  if (/\p{Nd}/u.test(text)) return 'D';
  return 'N';
};

const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
};
const isNumberJoiner = (text: string): boolean => /^[.,:/\-–−+%٪٫٬]$/u.test(text);

/** Whether a right-to-left line more often closes a bracket before it opens one: its producer stored the shapes, not the characters. */
const hasMirroredBrackets = (texts: readonly string[]): boolean => {
  let wrong = 0;
  let right = 0;
  let depth = 0;
  for (const text of texts) {
    for (const char of text) {
      if (char === '(' || char === '[') depth += 1;
      else if (char === ')' || char === ']') {
        if (depth > 0) {
          depth -= 1;
          right += 1;
        } else wrong += 1;
      }
    }
  }
  return wrong > right;
};

/**
 * Puts the pieces of one line, given from left to right as they stand on paper, into the order in which they are read
 * (UAX #9, rule L2, which undoes itself once the levels are known). Pieces are glyphs, so a ligature stays whole.
 */
export const toLogicalOrder = <T>(
  pieces: readonly T[],
  textOf: (piece: T) => string,
  withText: (piece: T, text: string) => T,
  base?: 'ltr' | 'rtl',
): T[] => {
  const classes = pieces.map((piece) => classOf(textOf(piece)));
  const rtlCount = classes.filter((kind) => kind === 'R').length;
  if (rtlCount === 0) return [...pieces];
  const ltrCount = classes.filter((kind) => kind === 'L').length;
  const isRtl = base ? base === 'rtl' : rtlCount >= ltrCount * 0.5;

  const resolved: ('L' | 'R' | 'D')[] = [];
  for (let i = 0; i < classes.length; i += 1) {
    const kind = classes[i] ?? 'N';
    if (kind !== 'N') {
      resolved.push(kind);
      continue;
    }
    let end = i;
    while (end < classes.length && classes[end] === 'N') end += 1;
    const before = resolved[i - 1];
    const after = classes[end];
    const single = end === i + 1 && isNumberJoiner(textOf(pieces[i] as T));
    const hug = (k: BidiClass | undefined): boolean => k === 'L' || k === 'D';
    let fill: 'L' | 'R' | 'D';
    if (before === 'D' && after === 'D' && single) fill = 'D';
    else if (hug(before) && hug(after) && (before === 'L' || after === 'L')) fill = 'L';
    else if (before === 'R' && (after === 'R' || after === 'D')) fill = 'R';
    else if (before === 'D' && after === 'R') fill = 'R';
    else fill = isRtl ? 'R' : 'L';
    for (; i < end; i += 1) resolved.push(fill);
    i -= 1;
  }

  const levels = resolved.map((kind) => (kind === 'R' ? 1 : kind === 'L' ? (isRtl ? 2 : 0) : 2));
  if (!isRtl) {
    // A number beside left-to-right text belongs to it; only one enclosed by right-to-left text runs with that.
    for (let i = 0; i < levels.length; i += 1) {
      if (resolved[i] !== 'D') continue;
      let end = i;
      while (end < levels.length && resolved[end] === 'D') end += 1;
      const enclosed = resolved[i - 1] === 'R' && resolved[end] === 'R';
      for (; i < end; i += 1) levels[i] = enclosed ? 2 : 0;
      i -= 1;
    }
  }
  const order = pieces.map((_, index) => index);
  for (let level = 2; level >= 1; level -= 1) {
    for (let i = 0; i < order.length; i += 1) {
      if ((levels[i] ?? 0) < level) continue;
      let end = i;
      while (end < levels.length && (levels[end] ?? 0) >= level) end += 1;
      reverse(order, i, end - 1);
      reverse(levels, i, end - 1);
      i = end;
    }
  }
  const logical = order.map((index) => pieces[index] as T);
  if (!isRtl || !hasMirroredBrackets(logical.map(textOf))) return logical;
  return logical.map((piece) => {
    const mirror = MIRRORED[textOf(piece)];
    return mirror ? withText(piece, mirror) : piece;
  });
};

const reverse = (array: unknown[], from: number, to: number): void => {
  for (let i = from, j = to; i < j; i += 1, j -= 1) [array[i], array[j]] = [array[j], array[i]];
};
