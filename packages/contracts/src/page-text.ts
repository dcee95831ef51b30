import { MAX_LIST_DEPTH, type ContentItem, type ListEntry } from './content.js';
import { plainText } from './inline/inline-node.js';
import { parseInline } from './inline/parse-inline.js';
import { parseTable } from './markdown-table.js';

/** The range of an item in the text of its page; `end` is excluded. */
export type ItemSpan = {
  id: string;
  /** Its index among all items of the page. */
  index: number;
  start: number;
  end: number;
};

/** The text of a page without marks, with a line break between items. Offsets are UTF-16 units. */
export type PageText = { text: string; items: readonly ItemSpan[] };

const wordsOf = (markdown: string): string => plainText(parseInline(markdown));

const entryWords = (entries: readonly ListEntry[], depth: number): string[] =>
  entries.flatMap((entry) => [
    wordsOf(entry.content),
    ...(depth < MAX_LIST_DEPTH ? entryWords(entry['list-items'] ?? [], depth + 1) : []),
  ]);

const tableWords = (markdown: string): string => {
  const { head, rows } = parseTable(markdown);
  return [...(head ? [head] : []), ...rows].map((cells) => cells.map(wordsOf).join('\t')).join('\n');
};

/** The text of one item: list entries and table rows on separate lines, cells separated by tabs. */
export function itemText(item: ContentItem): string {
  switch (item.type) {
    case 'list':
      return entryWords(item['list-items'], 1).join('\n');
    case 'table':
      return tableWords(item.content);
    case 'figure':
      return wordsOf(item.caption ?? '');
    case 'code':
    case 'math':
      return item.content;
    default:
      return wordsOf(item.content);
  }
}

/** The text of a page without running heads and page numbers. */
export function pageTextOf(items: readonly ContentItem[]): PageText {
  const spans: ItemSpan[] = [];
  const texts: string[] = [];
  let at = 0;
  for (const [index, item] of items.entries()) {
    if (item.type === 'abandon') continue;
    const text = itemText(item);
    spans.push({ id: item.id, index, start: at, end: at + text.length });
    texts.push(text);
    at += text.length + 1;
  }
  return { text: texts.join('\n'), items: spans };
}
