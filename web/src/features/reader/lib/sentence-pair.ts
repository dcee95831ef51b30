import type { ContentItem, ListEntry } from '@hamkhan/contracts/content';
import { plainOffset, type Stretch } from '../../../shared/text/place-text.js';

/** The text at a place of an item (`content`, `caption`, `list-items.2.list-items.0`), with its marks. */
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

/** One sentence in both texts, in their words; null on a side means all that stands at the place. */
export type Pair = { original: Stretch | null; translated: Stretch | null };

/**
 * The sentence under a place in the words of one text, and the one that says the same in the other. Where the pipeline listed no
 * pairs, the place is one sentence on both sides.
 */
export const pairAt = (
  items: { original: ContentItem; translated: ContentItem },
  place: string,
  side: 'original' | 'translated',
  at: number,
): Pair => {
  const pairs = items.translated.sentence_pairs?.[place];
  const texts = { original: textAt(items.original, place), translated: textAt(items.translated, place) };
  if (!pairs || texts.original === null || texts.translated === null)
    return { original: null, translated: null };
  const stretch = (text: string, from: number, to: number): Stretch => ({
    start: plainOffset(text, from),
    end: plainOffset(text, to),
  });
  let nearest: Pair = { original: null, translated: null };
  for (const [from, to, translatedFrom, translatedTo] of pairs) {
    const pair: Pair & Record<'original' | 'translated', Stretch> = {
      original: stretch(texts.original, from, to),
      translated: stretch(texts.translated, translatedFrom, translatedTo),
    };
    if (pair[side].start > at && nearest.original !== null) break;
    nearest = pair;
    if (at < pair[side].end) break;
  }
  return nearest;
};
