import { escapeInline } from '../layout/lines/inline-text.js';
import { MAX_ITEM_LENGTH } from './block.js';
import type { DraftItem } from '../layout/items/item-id.js';
import { guessCodeLanguage, namedCodeLanguage } from '../layout/items/code-language.js';
import { isDroppedElement } from './element-kinds.js';
import type { MarkupElement, MarkupNode } from './markup.js';
import { firstDescendant, hasClass, hasRole, isElement, tidyText, tokens } from './markup.js';

const VERSE_CLASS = /^(poem|poetry|verse|stanza)$/i;
const LANGUAGE_ATTRIBUTES = ['data-language', 'data-lang', 'data-code-language'];

/** Text of a `pre` with its line breaks: `br` and block children end a line. */
const linesOf = (node: MarkupNode): string => {
  if (!isElement(node)) return node.replace(/\r\n?/g, '\n');
  if (node.name === 'br') return '\n';
  if (isDroppedElement(node.name)) return '';
  const inner = node.children.map(linesOf).join('');
  return ['div', 'p', 'li'].includes(node.name) && !inner.endsWith('\n') ? `${inner}\n` : inner;
};

/** The items of a `pre`: verse with its lines, or code with its named or guessed language; none where it is empty. */
export const preformattedItems = (element: MarkupElement): DraftItem[] => {
  const source = linesOf(element)
    .replace(/^[ \t]*\n/, '')
    .trimEnd();
  if (source.trim() === '') return [];
  if (hasRole(element, 'z3998:verse', 'z3998:poem') || hasClass(element, VERSE_CLASS)) {
    const lines = source.split('\n').map((line) => escapeInline(tidyText(line)));
    return [{ type: 'text', content: lines.join('\n') }];
  }
  const inner = firstDescendant(element, 'code');
  const names = [element, ...(inner ? [inner] : [])].flatMap((holder) => [
    ...tokens(holder, 'class'),
    ...LANGUAGE_ATTRIBUTES.flatMap((key) => tokens(holder, key)),
  ]);
  const language = namedCodeLanguage(names) ?? guessCodeLanguage(source) ?? '';
  const items: DraftItem[] = [];
  for (let rest = source; rest !== ''; rest = rest.slice(MAX_ITEM_LENGTH))
    items.push({ type: 'code', content: rest.slice(0, MAX_ITEM_LENGTH), language });
  return items;
};
