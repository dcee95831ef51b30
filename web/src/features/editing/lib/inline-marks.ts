/** A text with a stretch of it selected, in UTF-16 units. */
export type Selection = { text: string; from: number; to: number };

export type InlineMark = 'strong' | 'emphasis' | 'code' | 'math';

const SIGNS: Record<InlineMark, string> = { strong: '**', emphasis: '*', code: '`', math: '$' };

/** The selection without whitespace at its ends: Markdown does not recognise a mark with whitespace inside. */
const trimmed = ({ text, from, to }: Selection): Selection => {
  let [start, end] = [from, to];
  while (start < end && /\s/u.test(text[start] ?? '')) start += 1;
  while (end > start && /\s/u.test(text[end - 1] ?? '')) end -= 1;
  return { text, from: start, to: end };
};

const stars = (text: string, at: number, step: 1 | -1): number => {
  let count = 0;
  while (text[step === 1 ? at + count : at - 1 - count] === '*') count += 1;
  return count;
};

/** Whether exactly this mark surrounds a range: one star of `**` is not italic. */
const isAround = (text: string, from: number, to: number, sign: string): boolean => {
  if (text.slice(from - sign.length, from) !== sign || text.slice(to, to + sign.length) !== sign)
    return false;
  if (sign[0] !== '*') return true;
  const count = Math.min(stars(text, from, -1), stars(text, to, 1));
  return sign.length === 1 ? count === 1 || count === 3 : count >= 2;
};

/** Adds a mark around the selection or removes it; an empty selection becomes a caret inside the mark. */
export const toggleMark = (selected: Selection, mark: InlineMark): Selection => {
  const sign = SIGNS[mark];
  const size = sign.length;
  const { text, from, to } = trimmed(selected);
  if (isAround(text, from, to, sign)) {
    return {
      text: text.slice(0, from - size) + text.slice(from, to) + text.slice(to + size),
      from: from - size,
      to: to - size,
    };
  }
  if (to - from > 2 * size && isAround(text, from + size, to - size, sign)) {
    const inner = text.slice(from + size, to - size);
    return { text: text.slice(0, from) + inner + text.slice(to), from, to: from + inner.length };
  }
  return {
    text: text.slice(0, from) + sign + text.slice(from, to) + sign + text.slice(to),
    from: from + size,
    to: to + size,
  };
};

const ADDRESS = 'https://';
const LOOKS_LIKE_ADDRESS = /^https?:\/\/\S+$/i;

/** Makes the selection a link, and selects what is missing: its address or its text. */
export const insertLink = (selected: Selection): Selection => {
  const { text, from, to } = trimmed(selected);
  const words = text.slice(from, to);
  const isAddress = LOOKS_LIKE_ADDRESS.test(words);
  const [label, address] = isAddress ? ['', words] : [words, ADDRESS];
  const start = from + 1;
  const addressAt = start + label.length + 2;
  const wantsWords = label === '';
  return {
    text: `${text.slice(0, from)}[${label}](${address})${text.slice(to)}`,
    from: wantsWords ? start : addressAt,
    to: wantsWords ? start : addressAt + address.length,
  };
};

/** The range in which two texts differ, so that the browser can undo it as one step. */
export const changedRange = (before: string, after: string): { from: number; to: number; insert: string } => {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  let [end, there] = [before.length, after.length];
  while (end > from && there > from && before[end - 1] === after[there - 1]) {
    end -= 1;
    there -= 1;
  }
  return { from, to: end, insert: after.slice(from, there) };
};
