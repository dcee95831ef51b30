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

/** Matches marks with a stack. Counts the open ones, so that a closing mark without an opener takes no search. */
class MarkMatcher {
  readonly tokens: InlineToken[] = [];
  private readonly stack: number[] = [];
  private readonly openCounts = new Map<string, number>();

  get innermost(): string | undefined {
    return this.tokens[this.stack.at(-1) ?? -1]?.raw;
  }

  isOpen(raw: string): boolean {
    return (this.openCounts.get(raw) ?? 0) > 0;
  }

  add(token: InlineToken): void {
    this.tokens.push(token);
  }

  open(token: InlineToken): void {
    this.stack.push(this.tokens.length);
    this.count(token.raw, 1);
    this.add(token);
  }

  /** Pairs a token with the innermost open mark `opener`. Marks that were opened after it stay without a partner. */
  close(token: InlineToken, opener: string): void {
    for (let index = this.stack.pop(); index !== undefined; index = this.stack.pop()) {
      const mark = this.tokens[index];
      if (!mark) break;
      this.count(mark.raw, -1);
      if (mark.raw !== opener) continue;
      mark.partner = this.tokens.length;
      token.partner = index;
      break;
    }
    this.add(token);
  }

  private count(raw: string, by: number): void {
    this.openCounts.set(raw, (this.openCounts.get(raw) ?? 0) + by);
  }
}

/** Pairs `[` with `](…)` and stars with stars, innermost first. A mark without a partner is literal text. Linear. */
function pair(found: readonly InlineToken[], source: string): InlineToken[] {
  const marks = new MarkMatcher();
  for (const token of found) {
    if (token.kind === 'linkEnd' && marks.isOpen('[')) marks.close(token, '[');
    else if (token.kind === 'open') marks.open(token);
    else if (token.kind === 'stars') addStars(marks, token, source);
    else marks.add(token);
  }
  return marks.tokens;
}

/** Stars close a pair after a word and open one before a word; other stars are literal. */
function addStars(marks: MarkMatcher, token: InlineToken, source: string): void {
  const { raw, at } = token;
  const before = source[at - 1];
  const after = source[at + raw.length];
  const canClose = !isSpace(before) && !(raw === '*' && isWord(after));
  const canOpen = !isSpace(after) && !(raw === '*' && isWord(before));
  const inner = marks.innermost;
  const outer = inner === '*' ? '**' : '*';
  if (canClose && marks.isOpen(raw)) marks.close(token, raw);
  else if (canClose && raw === '***' && (inner === '*' || inner === '**') && marks.isOpen(outer)) {
    marks.close({ kind: 'stars', raw: inner, at }, inner);
    marks.close({ kind: 'stars', raw: outer, at: at + inner.length }, outer);
  } else if (canOpen) marks.open(token);
  else marks.add(token);
}

/** Splits a markdown text into tokens and pairs its marks. The tokens in order are the whole text. */
export const inlineTokens = (source: string): InlineToken[] => pair(tokenise(source), source);
