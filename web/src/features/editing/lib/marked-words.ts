import { type Inline, parseInline } from '@hamkhan/contracts/inline-markdown';

/** How a word stands in a text. A formula is one word. */
export type Look = {
  strong?: true;
  emphasis?: true;
  code?: true;
  math?: 'inline' | 'display';
  href?: string;
};

export type Word = { text: string; look: Look; /** Words are the same where their keys are. */ key: string };

/** Words with their half-spaces and marks, Chinese signs one by one, stretches of space, anything else sign by sign. */
const TOKEN = /\p{Script=Han}|(?:(?!\p{Script=Han})(?:[\p{L}\p{N}\p{M}_]|\u200c|\u200d))+|\s+|[^]/gu;

const PLAIN: Look = {};

export const lookKey = ({ strong, emphasis, code, math, href }: Look): string =>
  JSON.stringify([strong ?? 0, emphasis ?? 0, code ?? 0, math ?? 0, href ?? 0]);

const wordsWith = (texts: readonly string[], look: Look): Word[] => {
  const prefix = lookKey(look);
  return texts.map((text) => ({ text, look, key: `${prefix}${text}` }));
};

/** A text as it is written down, with whatever signs are in it. */
export const plainWords = (text: string): Word[] => wordsWith(text.match(TOKEN) ?? [], PLAIN);

const wordsOfNode = (node: Inline, look: Look): Word[] => {
  switch (node.kind) {
    case 'text':
      return wordsWith(node.text.match(TOKEN) ?? [], look);
    case 'break':
      return wordsWith(['\n'], PLAIN);
    case 'code':
      return wordsWith(node.text.match(TOKEN) ?? [], { ...look, code: true });
    case 'math':
      return wordsWith([node.latex], { ...look, math: node.display ? 'display' : 'inline' });
    case 'strong':
      return node.children.flatMap((child) => wordsOfNode(child, { ...look, strong: true }));
    case 'emphasis':
      return node.children.flatMap((child) => wordsOfNode(child, { ...look, emphasis: true }));
    case 'link':
      return node.children.flatMap((child) => wordsOfNode(child, { ...look, href: node.href }));
  }
};

/** A text with inline marks as its words, each with how it stands. Addresses are as they were written: nothing here follows them. */
export const markedWords = (text: string): Word[] =>
  parseInline(text, (url) => url).flatMap((node) => wordsOfNode(node, PLAIN));
