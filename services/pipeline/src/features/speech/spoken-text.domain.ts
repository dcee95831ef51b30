import type { ContentItem, ListEntry, SpokenItem } from '@hamkhan/contracts/content';
import { parseInline, plainText } from '@hamkhan/contracts/inline-markdown';

/** What is said of an item, without its times. */
export type SpokenText = Omit<SpokenItem, 'start' | 'end' | 'sentences'>;

const WORD = /\p{L}/u;

/** What of a page is read aloud, in order: prose, without tables, formulas, code, and what is hidden from readers (C04). */
export function spokenTexts(items: readonly ContentItem[]): SpokenText[] {
  return items.flatMap((item): SpokenText[] => {
    const content = textOf(item).replace(/\s+/g, ' ').trim();
    if (!WORD.test(content)) return [];
    return item.type === 'heading'
      ? [{ id: item.id, type: 'heading', level: item.level, content }]
      : [{ id: item.id, type: 'content', content }];
  });
}

function textOf(item: ContentItem): string {
  switch (item.type) {
    case 'heading':
    case 'text':
    case 'caption':
    case 'figure_caption':
    case 'table_caption':
    case 'math_caption':
      return plain(item.content);
    case 'list':
      return entryTexts(item['list-items']).join('\n');
    case 'figure':
      return plain(item.caption ?? '');
    case 'table':
    case 'math':
    case 'code':
    case 'abandon':
      return '';
  }
}

const plain = (content: string): string => plainText(parseInline(content));

/** Each entry as a sentence of its own, so that the voice falls at its end. */
const entryTexts = (entries: readonly ListEntry[]): string[] =>
  entries.flatMap((entry) => [
    plain(entry.content).replace(/(?<![.!؟?:؛])\s*$/u, '.'),
    ...entryTexts(entry['list-items'] ?? []),
  ]);
