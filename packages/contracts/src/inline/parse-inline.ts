import { InlineBuilder, NO_TEXT } from './inline-builder.js';
import { plainText } from './inline-node.js';
import type { Inline } from './inline-node.js';
import { addressAt, backquotesOf, isSpace, isWord, mathAt, runLength } from './inline-scanner.js';
import { safeHref } from './safe-href.js';

/** Characters that the converters escape; before any other one a backslash is literal. */
const ESCAPED = '*$`[]\\';
const MAX_CODE = 2000;
/** Marks nested deeper than this are dropped; their text is kept. */
const MAX_DEPTH = 8;
const SPECIAL = /[\\`$[\]*\n]/g;

/** Whether a space at each end of a code span only separates it from its backquotes. */
const isPadded = (code: string): boolean => code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';

/** Reads inline Markdown from left to right. Each `read` method handles one special character and returns the index after it. */
class InlineParser {
  private readonly builder: InlineBuilder;
  private readonly backquotes: Map<number, number[]>;

  constructor(
    private readonly source: string,
    hrefOf: (url: string) => string | null,
  ) {
    this.builder = new InlineBuilder(hrefOf);
    this.backquotes = backquotesOf(source);
  }

  parse(): Inline[] {
    const { source, builder } = this;
    let at = 0;
    while (at < source.length) {
      SPECIAL.lastIndex = at;
      const next = SPECIAL.exec(source)?.index ?? source.length;
      if (next > at) builder.text(source.slice(at, next));
      at = next < source.length ? this.readSpecial(next) : next;
    }
    return builder.out;
  }

  private readSpecial(at: number): number {
    switch (this.source[at]) {
      case '\\':
        return this.readBackslash(at);
      case '\n':
        this.builder.node({ kind: 'break' });
        return at + 1;
      case '`':
        return this.readCode(at);
      case '$':
        return this.readMath(at);
      case '[':
        this.builder.opener('[', 0);
        return at + 1;
      case ']':
        return this.readLinkEnd(at);
      default:
        return this.readStars(at);
    }
  }

  private readBackslash(at: number): number {
    const escaped = this.source[at + 1];
    const isEscape = escaped !== undefined && ESCAPED.includes(escaped);
    this.builder.text(isEscape ? escaped : '\\');
    return at + (isEscape ? 2 : 1);
  }

  private readCode(at: number): number {
    const length = runLength(this.source, at);
    const places = this.backquotes.get(length) ?? [];
    while ((places.at(-1) ?? Infinity) <= at) places.pop();
    const end = places.at(-1);
    if (end === undefined || end - at - length > MAX_CODE) {
      this.builder.text('`'.repeat(length));
      return at + length;
    }
    const inner = this.source.slice(at + length, end);
    this.builder.node({ kind: 'code', text: isPadded(inner) ? inner.slice(1, -1) : inner });
    return end + length;
  }

  private readMath(at: number): number {
    const found = mathAt(this.source, at);
    if (found) {
      this.builder.node(found.node);
      return found.end;
    }
    const length = runLength(this.source, at);
    this.builder.text('$'.repeat(length));
    return at + length;
  }

  private readLinkEnd(at: number): number {
    const address = this.builder.isOpen(0) ? addressAt(this.source, at) : null;
    if (address) this.builder.closeLink(address.url);
    else this.builder.text(']');
    return address?.end ?? at + 1;
  }

  private readStars(at: number): number {
    const stars = runLength(this.source, at);
    const before = this.source[at - 1];
    const after = this.source[at + stars];
    const canClose = stars <= 3 && !isSpace(before) && !(stars === 1 && isWord(after));
    const canOpen = stars <= 3 && !isSpace(after) && !(stars === 1 && isWord(before));
    if (!canClose || !this.builder.closeStars(stars)) {
      if (canOpen) this.builder.opener('*'.repeat(stars), stars);
      else this.builder.text('*'.repeat(stars));
    }
    return at + stars;
  }
}

/** Limits the depth of marks and removes links inside links. */
const limitDepth = (nodes: readonly Inline[], depth: number): Inline[] =>
  nodes.flatMap((node): Inline[] => {
    if (!('children' in node)) return node === NO_TEXT ? [] : [node];
    if (depth >= MAX_DEPTH) return [{ kind: 'text', text: plainText([node]) }];
    const children = limitDepth(node.children, depth + 1);
    return [{ ...node, children: node.kind === 'link' ? children.flatMap(withoutLink) : children }];
  });

const withoutLink = (node: Inline): Inline[] => {
  if (node.kind === 'link') return node.children;
  return 'children' in node ? [{ ...node, children: node.children.flatMap(withoutLink) }] : [node];
};

/**
 * Parses the inline Markdown of the content model (`ContentItem`) as the pipeline writes it: `**bold**`, `*italic*`, code
 * between backquotes, `$latex$`, `[text](url)`, a newline. Everything else is literal text, and so is a mark without its
 * partner. Accepts any text in linear time, because the text comes from a hostile file.
 * @param hrefOf returns the address to link to, or null to keep only the text of the link
 */
export const parseInline = (source: string, hrefOf: (url: string) => string | null = safeHref): Inline[] =>
  limitDepth(new InlineParser(source, hrefOf).parse(), 0);
