import type { ContentItem, ListEntry } from '@hamkhan/contracts/content';
import { plainOffset, type Stretch } from '../../../shared/text/place-text.js';

/** The Markdown text at a place of an item (`content`, `caption`, `list-items.2.list-items.0`). */
export const textAt = (item: ContentItem, place: string): string | null => {
  if (place === 'content') return item.content;
  if (place === 'caption') return item.type === 'figure' ? (item.caption ?? null) : null;
  if (item.type !== 'list') return null;
  let entries: readonly ListEntry[] = item['list-items'];
  let text: string | null = null;
  for (const [, index] of place.matchAll(/list-items\.(\d+)/g)) {
    const entry = entries[Number(index)];
    if (!entry) return null;
    text = entry.content;
    entries = entry['list-items'] ?? [];
  }
  return text;
};

/** One sentence in both texts; null on a side means the whole place. */
export type SentencePair = { original: Stretch | null; translated: Stretch | null };

/**
 * The sentence pair at offset `at` of one text, or the last pair before it. When the pipeline stored no pairs, the whole place
 * is one pair.
 */
export const pairAt = (
  items: { original: ContentItem; translated: ContentItem },
  place: string,
  side: 'original' | 'translated',
  at: number,
): SentencePair => {
  const pairs = items.translated.sentence_pairs?.[place];
  const texts = { original: textAt(items.original, place), translated: textAt(items.translated, place) };
  if (!pairs || texts.original === null || texts.translated === null)
    return { original: null, translated: null };
  const stretch = (text: string, from: number, to: number): Stretch => ({
    start: plainOffset(text, from),
    end: plainOffset(text, to),
  });
  let nearest: SentencePair = { original: null, translated: null };
  for (const [from, to, translatedFrom, translatedTo] of pairs) {
    const pair: SentencePair & Record<'original' | 'translated', Stretch> = {
      original: stretch(texts.original, from, to),
      translated: stretch(texts.translated, translatedFrom, translatedTo),
    };
    if (pair[side].start > at && nearest.original !== null) break;
    nearest = pair;
    if (at < pair[side].end) break;
  }
  return nearest;
};
