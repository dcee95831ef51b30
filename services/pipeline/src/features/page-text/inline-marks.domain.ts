import { inlineTokens } from './inline-tokens.domain.js';
import { MARKER, renumberMarkers } from './markers.domain.js';
import { countBelow } from './sorted-numbers.domain.js';

/**
 * Text with numbered markers in place of its inline markdown. Engines and the translation memory see this form.
 * `⟦3⟧` replaces something that is not translated (math, code, an address, an escaped character); `⟦4⟧…⟦/4⟧` encloses words with
 * emphasis or a link. Numbers start at 1 in the order of appearance, so sentences that differ only in their formulas are equal.
 */
export type MarkedText = {
  text: string;
  opaque: ReadonlyMap<number, string>;
  pairs: ReadonlyMap<number, MarkPair>;
  /** Space and marks around the whole text. */
  before: string;
  after: string;
};
export type MarkPair = { open: string; close: string };

const LETTER = /\p{L}/u;

/** Replaces inline markdown by markers. Accepts any string; `restore` of the result is the string again. */
export function protect(source: string): MarkedText {
  const tokens = inlineTokens(source);
  const opaque = new Map<number, string>();
  const pairs = new Map<number, MarkPair>();
  let next = 1;

  const hide = (raw: string): string => {
    const number = next++;
    opaque.set(number, raw);
    return `⟦${number}⟧`;
  };
  const rawOf = (from: number, to: number): string => {
    const first = tokens[from];
    const last = tokens[to];
    return first && last ? source.slice(first.at, last.at + last.raw.length) : '';
  };
  /** For each token the number of texts with letters before it. Counted once, because marks may be nested deeply. */
  const wordCounts = [0];
  for (const { kind, raw } of tokens)
    wordCounts.push((wordCounts.at(-1) ?? 0) + Number(kind === 'text' && LETTER.test(raw)));
  const hasWords = (from: number, to: number): boolean => wordCounts[from] !== wordCounts[to];

  let text = '';
  const closing = new Map<number, number>();
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) break;
    if (token.kind === 'text') text += token.raw;
    else if (token.kind === 'opaque') text += hide(token.raw);
    else if (token.partner === undefined) {
      text += token.kind === 'linkEnd' ? hide(token.raw) : token.raw;
    } else if (token.partner < index) {
      text += `⟦/${closing.get(token.partner) ?? 0}⟧`;
    } else if (hasWords(index + 1, token.partner)) {
      const number = next++;
      pairs.set(number, { open: token.raw, close: tokens[token.partner]?.raw ?? '' });
      closing.set(index, number);
      text += `⟦${number}⟧`;
    } else {
      text += hide(rawOf(index, token.partner));
      index = token.partner;
    }
  }
  return stripOuterMarks({ text, opaque, pairs, before: '', after: '' });
}

/** Moves space and marks around the whole text to `before` and `after`, because they do not affect the translation. */
function stripOuterMarks(marked: MarkedText): MarkedText {
  let { text, before, after } = marked;
  const pairs = new Map(marked.pairs);
  for (;;) {
    const lead = text.length - text.trimStart().length;
    const body = text.trim();
    before += text.slice(0, lead);
    after = text.slice(lead + body.length) + after;
    text = body;
    const number = Number(/^⟦(\d+)⟧/.exec(text)?.[1] ?? 0);
    const outer = pairs.get(number);
    if (!outer || !text.endsWith(`⟦/${number}⟧`)) break;
    before += outer.open;
    after = outer.close + after;
    text = text.slice(`⟦${number}⟧`.length, text.length - `⟦/${number}⟧`.length);
    pairs.delete(number);
  }
  const renumbered = renumberMarkers(text);
  return {
    text: renumbered.text,
    before,
    after,
    opaque: mapKeys(marked.opaque, renumbered.numbers),
    pairs: mapKeys(pairs, renumbered.numbers),
  };
}

function mapKeys<Value>(
  map: ReadonlyMap<number, Value>,
  numbers: ReadonlyMap<number, number>,
): Map<number, Value> {
  const result = new Map<number, Value>();
  for (const [key, number] of numbers) {
    const value = map.get(key);
    if (value !== undefined) result.set(number, value);
  }
  return result;
}

/** A part of a marked text, with markers numbered from 1. Of a pair that ends outside, one marker remains. */
export function sliceMarked(marked: MarkedText, start: number, end: number): MarkedText {
  const { text, numbers } = renumberMarkers(marked.text.slice(start, end));
  return {
    text,
    opaque: mapKeys(marked.opaque, numbers),
    pairs: mapKeys(marked.pairs, numbers),
    before: '',
    after: '',
  };
}

/** Replaces markers by their markdown. Moves space at the inner edges of a pair outside it, as markdown requires. */
export function restore(text: string, marked: MarkedText): string {
  const tidy = text.replace(/(⟦\d+⟧)(\s+)/gu, (all, marker: string, space: string) =>
    marked.pairs.has(Number(marker.slice(1, -1))) ? space + marker : all,
  );
  const body = tidy
    .replace(/(?<!\s)(\s+)(⟦\/\d+⟧)/gu, '$2$1')
    .replace(MARKER, (marker, slash: string, digits: string) => {
      const number = Number(digits);
      const pairOf = marked.pairs.get(number);
      if (pairOf) return slash ? pairOf.close : pairOf.open;
      return (slash ? undefined : marked.opaque.get(number)) ?? marker;
    });
  return marked.before + body + marked.after;
}

/** Maps an offset in a marked text to the offset in the text before `protect`. */
export function rawOffsets(marked: MarkedText): (at: number) => number {
  const starts: number[] = [];
  const stops: { end: number; shift: number; raw: number }[] = [];
  let shift = marked.before.length;
  for (const match of marked.text.matchAll(MARKER)) {
    const number = Number(match[2]);
    const own = marked.pairs.get(number);
    const raw = own ? (match[1] ? own.close : own.open) : (marked.opaque.get(number) ?? match[0]);
    const end = match.index + match[0].length;
    starts.push(match.index);
    stops.push({
      end,
      raw: match.index + shift,
      shift: shift + raw.length - match[0].length,
    });
    shift += raw.length - match[0].length;
  }
  return (at) => {
    const stop = stops[countBelow(starts, at) - 1];
    if (!stop) return at + marked.before.length;
    return at < stop.end ? stop.raw : at + stop.shift;
  };
}

/**
 * Removes the pairs that are only emphasis, so that the memory finds a text whose words are known with other emphasis.
 * `translate` does the same to a translation with the marker numbers of `marked`.
 */
export function withoutEmphasis(marked: MarkedText): {
  marked: MarkedText;
  translate: (translation: string) => string;
} {
  const kept = [...marked.text.matchAll(MARKER)]
    .map((match) => Number(match[2]))
    .filter((number) => !marked.pairs.has(number) || marked.pairs.get(number)?.open === '[');
  const numbers = new Map([...new Set(kept)].map((number, index) => [number, index + 1]));
  const translate = (text: string) =>
    text.replace(MARKER, (_, slash: string, digits: string) => {
      const number = numbers.get(Number(digits));
      return number === undefined ? '' : `⟦${slash}${number}⟧`;
    });
  return {
    marked: {
      ...marked,
      text: translate(marked.text),
      opaque: mapKeys(marked.opaque, numbers),
      pairs: mapKeys(marked.pairs, numbers),
    },
    translate,
  };
}

/**
 * Replaces the markdown of a translation by the markers of its source: equal formulas, code and addresses get the source's
 * numbers, pairs are matched by kind in order. Marks that the source does not have become plain text. `complete`: the
 * translation has every marker of the source.
 */
export function withSourceMarkers(
  translation: string,
  source: MarkedText,
): { text: string; complete: boolean } {
  const own = protect(translation);
  const pairKey = ({ open, close }: MarkPair): string => JSON.stringify([open, close]);
  const opaque = matchedNumbers(own.opaque, source.opaque, (raw) => raw);
  const pairs = matchedNumbers(own.pairs, source.pairs, pairKey);
  const numbers = new Map([...opaque, ...pairs]);
  const text = own.text.replace(MARKER, (_, slash: string, digits: string) => {
    const number = Number(digits);
    const match = numbers.get(number);
    if (match !== undefined) return `⟦${slash}${match}⟧`;
    return own.opaque.get(number) ?? '';
  });
  return { text, complete: opaque.size === source.opaque.size && pairs.size === source.pairs.size };
}

/** For each entry of `own` the number of an equal entry of `source`, each used once, in order. */
function matchedNumbers<Value>(
  own: ReadonlyMap<number, Value>,
  source: ReadonlyMap<number, Value>,
  keyOf: (value: Value) => string,
): Map<number, number> {
  const free = new Map<string, number[]>();
  for (const [number, value] of [...source].toReversed()) {
    const known = free.get(keyOf(value));
    if (known) known.push(number);
    else free.set(keyOf(value), [number]);
  }
  const matched = new Map<number, number>();
  for (const [number, value] of own) {
    const match = free.get(keyOf(value))?.pop();
    if (match !== undefined) matched.set(number, match);
  }
  return matched;
}
