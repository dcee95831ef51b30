/** A stretch of text as it is shown. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'math'; latex: string; display: boolean }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

/** Signs that the converters put a backslash before; before any other a backslash is a backslash. */
const ESCAPED = '*$`[]\\';
const MAX_CODE = 2000;
const MAX_MATH = 5000;
/** Marks inside marks beyond this are left out, their words are kept. */
const MAX_DEPTH = 8;

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/u.test(char);
const isWord = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9*]/.test(char);

/**
 * The address of a link when it is one that may be followed: http, https, mailto, or a place on this page. Everything else
 * (scripts, data, files, paths of this site) gives null.
 */
export const safeHref = (url: string): string | null => {
  if (/[\p{Cc}\s\\]/u.test(url)) return null;
  if (/^#[^#]{1,200}$/.test(url)) return url;
  if (/^mailto:[^@/?]+@[^@/]+$/i.test(url)) return url;
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) return null;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? url : null;
};

/** Where each run of backquotes of one length stands, last first, so that the end of a code span is found without searching twice. */
const backquotesOf = (source: string): Map<number, number[]> => {
  const places = new Map<number, number[]>();
  for (const match of source.matchAll(/`+/g)) {
    const known = places.get(match[0].length);
    if (known) known.push(match.index);
    else places.set(match[0].length, [match.index]);
  }
  for (const list of places.values()) list.reverse();
  return places;
};

const runLength = (source: string, at: number): number => {
  const char = source[at];
  let end = at;
  while (source[end] === char) end += 1;
  return end - at;
};

type Found = { node: Inline; end: number };

/** `$…$` by pandoc's rule (no space inside the signs, no digit after them), or `$$…$$`; null for a price. */
const mathAt = (source: string, at: number): Found | null => {
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

/** The address after a link's text, at its `](`; parentheses inside it come in pairs. */
const addressAt = (source: string, at: number): { url: string; end: number } | null => {
  const match = /\]\(((?:[^()\s]|\([^()\s]{0,500}\)){1,2000})\)/y;
  match.lastIndex = at;
  const found = match.exec(source);
  return found?.[1] === undefined ? null : { url: found[1], end: match.lastIndex };
};

/** A mark that may still find its partner: its place in the output, what it is, how many stars are left of it. */
type Opener = { at: number; stars: number };

class Builder {
  readonly out: Inline[] = [];

  constructor(private readonly hrefOf: (url: string) => string | null) {}

  private readonly openers: Opener[] = [];
  private readonly open = [0, 0, 0, 0];

  text(text: string): void {
    const last = this.out.at(-1);
    if (last?.kind === 'text' && this.openers.at(-1)?.at !== this.out.length - 1) last.text += text;
    else this.out.push({ kind: 'text', text });
  }

  node(node: Inline): void {
    this.out.push(node);
  }

  /** A mark that may open: it stands as text until its partner comes. Brackets count as no stars. */
  opener(text: string, stars: number): void {
    this.openers.push({ at: this.out.length, stars });
    this.out.push({ kind: 'text', text });
    this.open[stars] = (this.open[stars] ?? 0) + 1;
  }

  isOpen(stars: number): boolean {
    return (this.open[stars] ?? 0) > 0;
  }

  /** Takes openers off until one that fits; those passed over stay the signs they are. */
  private take(fits: (opener: Opener) => boolean): Opener | undefined {
    for (let opener = this.openers.pop(); opener; opener = this.openers.pop()) {
      this.open[opener.stars] = (this.open[opener.stars] ?? 0) - 1;
      if (fits(opener)) return opener;
    }
    return undefined;
  }

  private childrenOf(opener: Opener): Inline[] {
    return this.out.splice(opener.at + 1);
  }

  closeLink(url: string): void {
    const opener = this.take(({ stars }) => stars === 0);
    if (!opener) return;
    const children = this.childrenOf(opener);
    this.out.pop();
    const href = this.hrefOf(url);
    if (href === null || children.length === 0) this.out.push(...children);
    else this.out.push({ kind: 'link', href, children });
  }

  /** Whether stars found their partner. Three may close one and two, and be closed by them. */
  closeStars(count: number): boolean {
    if (this.isOpen(count)) {
      const opener = this.take(({ stars }) => stars === count);
      if (opener) this.wrap(opener, count);
      return true;
    }
    if (count === 3 && (this.isOpen(1) || this.isOpen(2))) {
      const inner = this.openers.findLast(({ stars }) => stars === 1 || stars === 2)?.stars ?? 1;
      this.closeStars(inner);
      if (!this.closeStars(3 - inner)) this.text('*'.repeat(3 - inner));
      return true;
    }
    if (count < 3 && this.isOpen(3)) {
      const opener = this.take(({ stars }) => stars === 3);
      if (!opener) return false;
      this.wrap(opener, count);
      const rest = 3 - count;
      const node = this.out.pop();
      this.openers.push({ at: this.out.length, stars: rest });
      this.open[rest] = (this.open[rest] ?? 0) + 1;
      this.out.push({ kind: 'text', text: '*'.repeat(rest) });
      if (node) this.out.push(node);
      return true;
    }
    return false;
  }

  private wrap(opener: Opener, count: number): void {
    const children = this.childrenOf(opener);
    this.out.pop();
    const inner: Inline[] = count === 2 ? children : [{ kind: 'emphasis', children }];
    if (count === 1) this.out.push(...inner);
    else this.out.push({ kind: 'strong', children: inner });
  }
}

const shallow = (nodes: readonly Inline[], depth: number): Inline[] =>
  nodes.flatMap((node): Inline[] => {
    if (!('children' in node)) return [node];
    if (depth >= MAX_DEPTH) return [{ kind: 'text', text: plainText([node]) }];
    const children = shallow(node.children, depth + 1);
    // A link inside a link is no link.
    return [{ ...node, children: node.kind === 'link' ? children.flatMap(withoutLink) : children }];
  });

const withoutLink = (node: Inline): Inline[] => {
  if (node.kind === 'link') return node.children;
  return 'children' in node ? [{ ...node, children: node.children.flatMap(withoutLink) }] : [node];
};

/** The words of a text without its marks; never deeper than the text is long. */
export const plainText = (nodes: readonly Inline[]): string => {
  let text = '';
  const waiting = [...nodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === 'text' || node.kind === 'code') text += node.text;
    else if (node.kind === 'break') text += ' ';
    else if (node.kind === 'math') text += node.latex;
    else waiting.push(...[...node.children].reverse());
  }
  return text;
};

/**
 * Reads the inline marks of the content model (packages/contracts, `ContentItem`) as the pipeline writes them: `**bold**`,
 * `*italic*`, code between backquotes, `$latex$`, `[text](url)`, a newline. Anything else is literal text, and so is a mark
 * without its partner. Total and linear: the text comes from a hostile file. `hrefOf` says which addresses may be followed.
 */
export const parseInline = (source: string, hrefOf: (url: string) => string | null = safeHref): Inline[] => {
  const builder = new Builder(hrefOf);
  const backquotes = backquotesOf(source);
  const sign = /[\\`$[\]*\n]/g;
  let at = 0;
  while (at < source.length) {
    sign.lastIndex = at;
    const next = sign.exec(source)?.index ?? source.length;
    if (next > at) builder.text(source.slice(at, next));
    at = next;
    const char = source[at];
    if (char === undefined) break;
    if (char === '\\') {
      const escaped = source[at + 1];
      const isEscape = escaped !== undefined && ESCAPED.includes(escaped);
      builder.text(isEscape ? escaped : char);
      at += isEscape ? 2 : 1;
    } else if (char === '\n') {
      builder.node({ kind: 'break' });
      at += 1;
    } else if (char === '`') {
      const length = runLength(source, at);
      const places = backquotes.get(length) ?? [];
      while ((places.at(-1) ?? Infinity) <= at) places.pop();
      const end = places.at(-1);
      if (end === undefined || end - at - length > MAX_CODE) {
        builder.text('`'.repeat(length));
        at += length;
      } else {
        const inner = source.slice(at + length, end);
        builder.node({ kind: 'code', text: /^ .*\S.* $/s.test(inner) ? inner.slice(1, -1) : inner });
        at = end + length;
      }
    } else if (char === '$') {
      const found = mathAt(source, at);
      const length = runLength(source, at);
      if (found) builder.node(found.node);
      else builder.text('$'.repeat(length));
      at = found?.end ?? at + length;
    } else if (char === '[') {
      builder.opener('[', 0);
      at += 1;
    } else if (char === ']') {
      const address = builder.isOpen(0) ? addressAt(source, at) : null;
      if (address) builder.closeLink(address.url);
      else builder.text(']');
      at = address?.end ?? at + 1;
    } else {
      const stars = runLength(source, at);
      const before = source[at - 1];
      const after = source[at + stars];
      const canClose = stars <= 3 && !isSpace(before) && !(stars === 1 && isWord(after));
      const canOpen = stars <= 3 && !isSpace(after) && !(stars === 1 && isWord(before));
      if (!canClose || !builder.closeStars(stars)) {
        if (canOpen) builder.opener('*'.repeat(stars), stars);
        else builder.text('*'.repeat(stars));
      }
      at += stars;
    }
  }
  return shallow(builder.out, 0);
};
