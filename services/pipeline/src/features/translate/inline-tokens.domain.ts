/** A piece of a markdown text: plain text, something that is not translated (`opaque`), or a mark that can have a partner. */
export type InlineToken = {
  kind: 'text' | 'opaque' | 'open' | 'linkEnd' | 'stars';
  raw: string;
  at: number;
  /** Index of the other mark of a pair. */
  partner?: number;
};

/**
 * Inline markdown in one linear pass: every repetition is bounded or stops at its own delimiter, because the text comes from a
 * hostile file. Dollar signs follow pandoc's rule (no space inside, no digit after), so prices stay text.
 */
const INLINE = new RegExp(
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

/** Excludes punctuation at the end of an address, and a closing bracket that the address does not open: they belong to the sentence. */
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

const PAIRED_KINDS = ['open', 'linkEnd', 'stars'] as const;

function tokenise(source: string): InlineToken[] {
  const tokens: InlineToken[] = [];
  const pushText = (raw: string, at: number) => {
    if (raw !== '') tokens.push({ kind: 'text', raw, at });
  };
  let position = 0;
  INLINE.lastIndex = 0;
  for (let match = INLINE.exec(source); match; match = INLINE.exec(source)) {
    let raw = match[0];
    const groups = match.groups ?? {};
    if (groups['url'] !== undefined || groups['doi'] !== undefined) {
      raw = raw.slice(0, endOfAddress(raw));
      INLINE.lastIndex = match.index + Math.max(raw.length, 1);
    }
    if (raw === '') continue;
    pushText(source.slice(position, match.index), position);
    const kind = PAIRED_KINDS.find((one) => groups[one] !== undefined) ?? 'opaque';
    tokens.push({ kind, raw, at: match.index });
    position = match.index + raw.length;
  }
  pushText(source.slice(position), position);
  return tokens;
}

const isWord = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9*]/.test(char);
const isSpace = (char: string | undefined): boolean => char === undefined || /\s/u.test(char);

/** Pairs `[` with `](…)` and stars with stars, innermost first. A mark without a partner is literal text. Linear. */
function pair(found: readonly InlineToken[], source: string): InlineToken[] {
  const tokens: InlineToken[] = [];
  const stack: number[] = [];
  const open = new Map<string, number>();
  const isOpen = (key: string): boolean => (open.get(key) ?? 0) > 0;
  const count = (key: string, by: number) => open.set(key, (open.get(key) ?? 0) + by);
  const close = (token: InlineToken, key: string): void => {
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

/** Splits a markdown text into tokens and pairs its marks. The tokens in order are the whole text. */
export const inlineTokens = (source: string): InlineToken[] => pair(tokenise(source), source);
