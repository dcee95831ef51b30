import type { ContentItem, ListEntry, SpokenItem } from '@hamkhan/contracts/content';
import { parseInline } from '@hamkhan/contracts/inline/parse-inline';
import { plainText } from '@hamkhan/contracts/inline/inline-node';

/** The text that is spoken for an item. */
export type SpeechText = Omit<SpokenItem, 'start' | 'end' | 'sentences'>;

const WORD = /\p{L}/u;

/** The texts of a page to speak, in order: prose, without tables, formulas, code and hidden items (C04). */
export function speechTexts(items: readonly ContentItem[]): SpeechText[] {
  return items.flatMap((item): SpeechText[] => {
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

const asSentence = (text: string): string => (/[.!؟?:؛]$/u.test(text) ? text : `${text}.`);

/** Each entry as a sentence, so that the voice pauses after it. */
const entryTexts = (entries: readonly ListEntry[]): string[] =>
  entries.flatMap((entry) => [
    asSentence(plain(entry.content).trimEnd()),
    ...entryTexts(entry['list-items'] ?? []),
  ]);
