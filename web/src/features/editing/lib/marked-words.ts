import type { Inline } from '@hamkhan/contracts/inline/inline-node';
import { parseInline } from '@hamkhan/contracts/inline/parse-inline';

/** The style of a word. A formula is one word. */
export type WordStyle = {
  strong?: true;
  emphasis?: true;
  code?: true;
  math?: 'inline' | 'display';
  href?: string;
};

export type Word = { text: string; style: WordStyle; /** Equal for equal words. */ key: string };

/** Words with their zero-width joiners and diacritics, single Chinese characters, runs of whitespace, other single characters. */
const TOKEN = /\p{Script=Han}|(?:(?!\p{Script=Han})(?:[\p{L}\p{N}\p{M}_]|\u200c|\u200d))+|\s+|[^]/gu;

const PLAIN: WordStyle = {};

export const styleKey = ({ strong, emphasis, code, math, href }: WordStyle): string =>
  JSON.stringify([strong ?? 0, emphasis ?? 0, code ?? 0, math ?? 0, href ?? 0]);

const wordsWith = (texts: readonly string[], style: WordStyle): Word[] => {
  const prefix = styleKey(style);
  return texts.map((text) => ({ text, style, key: `${prefix}${text}` }));
};

/** The words of a text, Markdown characters included. */
export const plainWords = (text: string): Word[] => wordsWith(text.match(TOKEN) ?? [], PLAIN);

const wordsOfNode = (node: Inline, style: WordStyle): Word[] => {
  switch (node.kind) {
    case 'text':
      return wordsWith(node.text.match(TOKEN) ?? [], style);
    case 'break':
      return wordsWith(['\n'], PLAIN);
    case 'code':
      return wordsWith(node.text.match(TOKEN) ?? [], { ...style, code: true });
    case 'math':
      return wordsWith([node.latex], { ...style, math: node.display ? 'display' : 'inline' });
    case 'strong':
      return node.children.flatMap((child) => wordsOfNode(child, { ...style, strong: true }));
    case 'emphasis':
      return node.children.flatMap((child) => wordsOfNode(child, { ...style, emphasis: true }));
    case 'link':
      return node.children.flatMap((child) => wordsOfNode(child, { ...style, href: node.href }));
  }
};

/** The words of a Markdown text with their styles. Addresses are kept as written; nothing here opens them. */
export const markedWords = (text: string): Word[] =>
  parseInline(text, (url) => url).flatMap((node) => wordsOfNode(node, PLAIN));
