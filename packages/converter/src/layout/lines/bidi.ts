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

/** Whether brackets of a right-to-left line are closed before they are opened: its producer stored shapes instead of characters. */
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
 * Reorders the pieces of a line from visual order (left to right on the page) to logical order (UAX #9, rule L2, which is its own inverse
 * once the levels are known). Pieces are glyphs, so a ligature stays whole.
 */
export const toLogicalOrder = <T>(
  pieces: readonly T[],
  textOf: (piece: T) => string,
  withText: (piece: T, text: string) => T,
  base?: 'ltr' | 'rtl',
): T[] => {
  const texts = pieces.map(textOf);
  const classes = texts.map(classOf);
  const rtlCount = classes.filter((kind) => kind === 'R').length;
  if (rtlCount === 0) return [...pieces];
  const ltrCount = classes.filter((kind) => kind === 'L').length;
  const isRtl = base ? base === 'rtl' : rtlCount >= ltrCount * 0.5;
  const logical = orderOf(levelsOf(resolveNeutrals(classes, texts, isRtl), isRtl)).map(
    (index) => pieces[index] as T,
  );
  if (!isRtl || !hasMirroredBrackets(logical.map(textOf))) return logical;
  return logical.map((piece) => {
    const mirror = MIRRORED[textOf(piece)];
    return mirror ? withText(piece, mirror) : piece;
  });
};

type StrongClass = Exclude<BidiClass, 'N'>;

/** Gives neutral pieces (punctuation, spaces) the class of the text around them. */
const resolveNeutrals = (
  classes: readonly BidiClass[],
  texts: readonly string[],
  isRtl: boolean,
): StrongClass[] => {
  const resolved: StrongClass[] = [];
  for (let i = 0; i < classes.length; i += 1) {
    const kind = classes[i] ?? 'N';
    if (kind !== 'N') {
      resolved.push(kind);
      continue;
    }
    let end = i;
    while (end < classes.length && classes[end] === 'N') end += 1;
    const joinsNumbers = end === i + 1 && isNumberJoiner(texts[i] ?? '');
    const fill = classBetween(resolved[i - 1], classes[end], joinsNumbers) ?? (isRtl ? 'R' : 'L');
    for (; i < end; i += 1) resolved.push(fill);
    i -= 1;
  }
  return resolved;
};

/** The class of neutral pieces between two others; undefined: that of the line. */
const classBetween = (
  before: StrongClass | undefined,
  after: BidiClass | undefined,
  joinsNumbers: boolean,
): StrongClass | undefined => {
  const isLtr = (kind: BidiClass | undefined): boolean => kind === 'L' || kind === 'D';
  if (before === 'D' && after === 'D' && joinsNumbers) return 'D';
  if (isLtr(before) && isLtr(after) && (before === 'L' || after === 'L')) return 'L';
  if (before === 'R' && (after === 'R' || after === 'D')) return 'R';
  if (before === 'D' && after === 'R') return 'R';
  return undefined;
};

const levelsOf = (resolved: readonly StrongClass[], isRtl: boolean): number[] => {
  const levels = resolved.map((kind) => (kind === 'R' ? 1 : kind === 'L' ? (isRtl ? 2 : 0) : 2));
  if (isRtl) return levels;
  // A number next to left-to-right text belongs to it; only a number between right-to-left text runs with that.
  for (let i = 0; i < levels.length; i += 1) {
    if (resolved[i] !== 'D') continue;
    let end = i;
    while (end < levels.length && resolved[end] === 'D') end += 1;
    const isEnclosed = resolved[i - 1] === 'R' && resolved[end] === 'R';
    for (; i < end; i += 1) levels[i] = isEnclosed ? 2 : 0;
    i -= 1;
  }
  return levels;
};

/** Reverses runs of each level, from the highest to the lowest odd one (rule L2). */
const orderOf = (levels: number[]): number[] => {
  const order = levels.map((_, index) => index);
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
  return order;
};

const reverse = (array: unknown[], from: number, to: number): void => {
  for (let i = from, j = to; i < j; i += 1, j -= 1) [array[i], array[j]] = [array[j], array[i]];
};
