/**
 * Text with its inline marks taken out: what an engine sees and what the translation memory compares.
 * `⟦3⟧` stands for something opaque (math, code, an address, an escaped character); `⟦4⟧…⟦/4⟧` wraps words that carry
 * emphasis or a link. Numbers run from 1 in the order of appearance, so equal sentences about different formulas are equal here.
 */
export type MarkedText = {
  text: string;
  opaque: ReadonlyMap<number, string>;
  pairs: ReadonlyMap<number, MarkPair>;
  /** Space and marks around the whole text, put back as they were. */
  before: string;
  after: string;
};
export type MarkPair = { open: string; close: string };

const MARKER = /⟦(\/?)(\d+)⟧/g;
const LETTER = /\p{L}/u;

/**
 * Everything that is not translated, in one linear pass: every repetition is bounded or stops at its own delimiter, because
 * the text comes from a hostile file. Dollar signs follow pandoc's rule (no space inside, no digit after), so prices stay text.
 */
const OPAQUE = new RegExp(
  [
    /(?<escape>\\[!-/:-@[-`{-~])/,
    /(?<code>``(?:[^`]|`(?!`)){1,2000}``|`[^`]{1,2000}`)/,
    /(?<math>\$\$[^$]{1,5000}\$\$|\$(?![\s$])(?:[^$\\\n]|\\[^\n]){1,2000}(?<!\s)\$(?!\d))/,
    /(?<image>!\[[^\]\n]{0,500}\]\([^()\s]{1,2000}\))/,
    /(?<footnote>\[\^[^\]\s]{1,40}\])/,
    /(?<linkEnd>\]\((?:[^()\s]|\([^()\s]*\)){1,2000}\))/,
    /(?<tag><br ?\/?>|<\/?(?:sup|sub|u)>)/,
    /(?<url>(?:https?:\/\/|www\.)[^\s<>"“”«»⟦⟧|*]{2,2000})/,
    /(?<mail>(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})/,
    /(?<doi>\b10\.\d{4,9}\/[^\s<>"“”«»⟦⟧|*]{1,300})/,
    /(?<bracket>[⟦⟧])/,
    /(?<open>\[)/,
    /(?<stars>\*{1,3})/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'gu',
);

type Token = {
  kind: 'text' | 'opaque' | 'open' | 'linkEnd' | 'stars';
  raw: string;
  at: number;
  partner?: number;
};

/** Punctuation at the end of an address belongs to the sentence, and so does a bracket that the address didn't open. */
function endOfAddress(raw: string): number {
  let end = raw.length;
  while (end > 0) {
    const last = raw.charAt(end - 1);
    if (/[.,;:!?'’،؛؟…\]]/u.test(last)) end -= 1;
    else if (last === ')' && !raw.slice(0, end).includes('(')) end -= 1;
    else break;
  }
  return end;
}

function tokenise(source: string): Token[] {
  const tokens: Token[] = [];
  const pushText = (raw: string, at: number) => {
    if (raw !== '') tokens.push({ kind: 'text', raw, at });
  };
  let position = 0;
  OPAQUE.lastIndex = 0;
  for (let match = OPAQUE.exec(source); match; match = OPAQUE.exec(source)) {
    let raw = match[0];
    const groups = match.groups ?? {};
    if (groups['url'] !== undefined || groups['doi'] !== undefined) {
      raw = raw.slice(0, endOfAddress(raw));
      OPAQUE.lastIndex = match.index + Math.max(raw.length, 1);
    }
    if (raw === '') continue;
    pushText(source.slice(position, match.index), position);
    const kind =
      groups['open'] !== undefined
        ? 'open'
        : groups['linkEnd'] !== undefined
          ? 'linkEnd'
          : groups['stars'] !== undefined
            ? 'stars'
            : 'opaque';
    tokens.push({ kind, raw, at: match.index });
    position = match.index + raw.length;
  }
  pushText(source.slice(position), position);
  return tokens;
}

const isWord = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9*]/.test(char);
const isSpace = (char: string | undefined): boolean => char === undefined || /\s/u.test(char);

/** Pairs `[` with `](…)` and stars with stars, innermost first; what has no partner is literal text. Linear. */
function pair(found: readonly Token[], source: string): Token[] {
  const tokens: Token[] = [];
  const stack: number[] = [];
  const open = new Map<string, number>();
  const isOpen = (key: string): boolean => (open.get(key) ?? 0) > 0;
  const count = (key: string, by: number) => open.set(key, (open.get(key) ?? 0) + by);
  const close = (token: Token, key: string): void => {
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      const opener = tokens[index];
      if (!opener) break;
      count(opener.raw, -1);
      if (opener.raw !== key) continue;
      opener.partner = tokens.length;
      token.partner = index;
      break;
    }
    tokens.push(token);
  };
  for (const token of found) {
    if (token.kind === 'linkEnd' && isOpen('[')) {
      close(token, '[');
      continue;
    }
    if (token.kind !== 'stars' && token.kind !== 'open') {
      tokens.push(token);
      continue;
    }
    const before = source[token.at - 1];
    const after = source[token.at + token.raw.length];
    const isStar = token.kind === 'stars';
    if (isStar && !isSpace(before) && !(token.raw === '*' && isWord(after))) {
      if (isOpen(token.raw)) {
        close(token, token.raw);
        continue;
      }
      const inner = tokens[stack.at(-1) ?? -1]?.raw;
      const outer = inner === '*' ? '**' : '*';
      if (token.raw === '***' && (inner === '*' || inner === '**') && isOpen(outer)) {
        close({ kind: 'stars', raw: inner, at: token.at }, inner);
        close({ kind: 'stars', raw: outer, at: token.at + inner.length }, outer);
        continue;
      }
    }
    if (!isStar || (!isSpace(after) && !(token.raw === '*' && isWord(before)))) {
      stack.push(tokens.length);
      count(token.raw, 1);
    }
    tokens.push(token);
  }
  return tokens;
}

/** Takes the inline marks out of a text. Total: any string is accepted, and `restore(protect(s).text)` is `s`. */
export function protect(source: string): MarkedText {
  const tokens = pair(tokenise(source), source);
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
  const hasWords = (from: number, to: number): boolean => {
    for (let index = from; index < to; index += 1) {
      const token = tokens[index];
      if (token?.kind === 'text' && LETTER.test(token.raw)) return true;
    }
    return false;
  };

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
  return withoutOuter({ text, opaque, pairs, before: '', after: '' });
}

/** Space and marks around the whole text say nothing about its words: they are set aside. */
function withoutOuter(marked: MarkedText): MarkedText {
  let { text, before, after } = marked;
  const pairs = new Map(marked.pairs);
  for (;;) {
    const lead = /^\s*/u.exec(text)?.[0] ?? '';
    const trail = /\s*$/u.exec(text.slice(lead.length))?.[0] ?? '';
    before += lead;
    after = trail + after;
    text = text.slice(lead.length, text.length - trail.length);
    const number = Number(/^⟦(\d+)⟧/.exec(text)?.[1] ?? 0);
    const outer = pairs.get(number);
    if (!outer || !text.endsWith(`⟦/${number}⟧`)) break;
    before += outer.open;
    after = outer.close + after;
    text = text.slice(`⟦${number}⟧`.length, text.length - `⟦/${number}⟧`.length);
    pairs.delete(number);
  }
  const renumbered = renumber(text);
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
  for (const [key, value] of map) {
    const number = numbers.get(key);
    if (number !== undefined) result.set(number, value);
  }
  return result;
}

/** Numbers the markers of a text from 1 in the order of appearance. `numbers`: old number → new number. */
function renumber(text: string): { text: string; numbers: ReadonlyMap<number, number> } {
  const numbers = new Map<number, number>();
  const renumbered = text.replace(MARKER, (_, slash: string, digits: string) => {
    const old = Number(digits);
    const number = numbers.get(old) ?? numbers.size + 1;
    numbers.set(old, number);
    return `⟦${slash}${number}⟧`;
  });
  return { text: renumbered, numbers };
}

/** A stretch of a marked text on its own, numbered from 1. A pair that ends outside keeps its half as a lone marker. */
export function sliceMarked(marked: MarkedText, start: number, end: number): MarkedText {
  const { text, numbers } = renumber(marked.text.slice(start, end));
  return {
    text,
    opaque: mapKeys(marked.opaque, numbers),
    pairs: mapKeys(marked.pairs, numbers),
    before: '',
    after: '',
  };
}

/** Puts the inline marks back. Space just inside a pair moves outside, where markdown needs it. */
export function restore(text: string, marked: MarkedText): string {
  const tidy = text.replace(/(⟦\d+⟧)(\s+)/gu, (all, marker: string, space: string) =>
    marked.pairs.has(Number(marker.slice(1, -1))) ? space + marker : all,
  );
  const body = tidy
    .replace(/(\s+)(⟦\/\d+⟧)/gu, '$2$1')
    .replace(MARKER, (marker, slash: string, digits: string) => {
      const number = Number(digits);
      const pairOf = marked.pairs.get(number);
      if (pairOf) return slash ? pairOf.close : pairOf.open;
      return (slash ? undefined : marked.opaque.get(number)) ?? marker;
    });
  return marked.before + body + marked.after;
}

/** Where each place of a marked text stands in the text it was made of: `restore(marked.text)` up to there is as long. */
export function rawOffsets(marked: MarkedText): (at: number) => number {
  const stops: { end: number; shift: number; start: number; raw: number }[] = [];
  let shift = marked.before.length;
  for (const match of marked.text.matchAll(MARKER)) {
    const number = Number(match[2]);
    const own = marked.pairs.get(number);
    const raw = own ? (match[1] ? own.close : own.open) : (marked.opaque.get(number) ?? match[0]);
    const end = match.index + match[0].length;
    stops.push({
      start: match.index,
      end,
      raw: match.index + shift,
      shift: shift + raw.length - match[0].length,
    });
    shift += raw.length - match[0].length;
  }
  return (at) => {
    let current = marked.before.length;
    for (const stop of stops) {
      if (at <= stop.start) break;
      if (at < stop.end) return stop.raw;
      current = stop.shift;
    }
    return at + current;
  };
}

/** Engines write markers with their own digits and spaces now and then; the meaning is clear. */
export const tidyMarkers = (text: string): string =>
  text.replace(/⟦\s*(\/?)\s*([0-9۰-۹٠-٩]{1,5})\s*⟧/gu, (_, slash: string, digits: string) => {
    const latin = [...digits].map((digit) => String((digit.codePointAt(0) ?? 0) & 0xf)).join('');
    return `⟦${slash}${latin}⟧`;
  });

export type MarkerCheck = {
  /** Every marker once, none added, pairs closed in order around something. */
  ok: boolean;
  missing: number[];
};

/** Compares the markers of a translation with those of its source. */
export function checkMarkers(translation: string, source: string): MarkerCheck {
  const wanted = new Set([...source.matchAll(MARKER)].map((match) => match[1] + (match[2] ?? '')));
  const seen = new Set<string>();
  const stack: string[] = [];
  let ok = true;
  for (const match of translation.matchAll(MARKER)) {
    const digits = match[2] ?? '';
    const key = match[1] + digits;
    if (seen.has(key) || !wanted.has(key)) ok = false;
    seen.add(key);
    if (match[1]) {
      if (stack.pop() !== digits) ok = false;
    } else if (wanted.has(`/${digits}`)) stack.push(digits);
  }
  const missing = [...wanted].filter((key) => !seen.has(key)).map((key) => Number(key.replace('/', '')));
  const hasEmptyPair = /⟦(\d+)⟧\s*⟦\/\1⟧/u.test(translation);
  const hasStray = /[⟦⟧]/u.test(translation.replace(MARKER, ''));
  return { ok: ok && missing.length === 0 && !hasEmptyPair && !hasStray, missing: [...new Set(missing)] };
}

export const stripMarkers = (text: string): string => text.replace(MARKER, '');

/**
 * Drops the pairs that only carry emphasis: where a memory knows the words but not their weight, the words win.
 * `translate` does the same to a translation that uses the numbers of `marked`.
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
 * Writes a finished translation with the markers of its source: equal formulas, code and addresses get the source's numbers,
 * pairs are matched by kind in order. Marks the source doesn't have become plain text. `complete`: every marker was found.
 */
export function markLike(translation: string, source: MarkedText): { text: string; complete: boolean } {
  const own = protect(translation);
  const free = new Map(source.opaque);
  const freePairs = new Map(source.pairs);
  const numbers = new Map<number, number>();
  const take = <Value>(from: Map<number, Value>, same: (value: Value) => boolean): number | undefined => {
    for (const [number, value] of from) {
      if (!same(value)) continue;
      from.delete(number);
      return number;
    }
    return undefined;
  };
  for (const [number, raw] of own.opaque) {
    const match = take(free, (value) => value === raw);
    if (match !== undefined) numbers.set(number, match);
  }
  for (const [number, value] of own.pairs) {
    const match = take(freePairs, (other) => other.open === value.open && other.close === value.close);
    if (match !== undefined) numbers.set(number, match);
  }
  const text = own.text.replace(MARKER, (_, slash: string, digits: string) => {
    const number = Number(digits);
    const match = numbers.get(number);
    if (match !== undefined) return `⟦${slash}${match}⟧`;
    return own.opaque.get(number) ?? '';
  });
  return { text, complete: free.size === 0 && freePairs.size === 0 };
}
