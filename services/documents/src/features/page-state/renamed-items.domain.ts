import type { ContentItem } from '@hamkhan/contracts/content';
import { foldLetters } from '@hamkhan/contracts/folding';
import { itemText } from '@hamkhan/contracts/page-text';

type Items = readonly ContentItem[];

/** Texts at least this similar are the same item, extracted differently. */
const MIN_SIMILARITY = 0.6;
/** With more comparisons of items, or of their letter pairs, items keep their old ids. */
const MAX_COMPARISONS = 20_000;
const MAX_PAIR_COMPARISONS = 2_000_000;

/**
 * Matches the items of a text to those of its new extraction. An id is derived from the text of an item, so an item with a changed text has a
 * new id; it is matched by type and similarity.
 * @returns a function that replaces old ids in items of the old text or of its edited copy
 */
export function itemRenamer(old: Items, extracted: Items): (items: Items) => ContentItem[] {
  const known = new Set(old.map(({ id }) => id));
  const current = new Set(extracted.map(({ id }) => id));
  const removed = old.filter(({ id }) => !current.has(id));
  const added = extracted.filter(({ id }) => !known.has(id));
  const newIds = new Map<string, string>();
  const bigramsOfRemoved = removed.map((item) => [item, bigramsOf(item)] as const);
  const pairs = bigramsOfRemoved.reduce((sum, [, { of }]) => sum + of.size, 0);
  if (removed.length * added.length <= MAX_COMPARISONS && pairs * added.length <= MAX_PAIR_COMPARISONS) {
    const unmatched = new Map(added.map((item) => [item, bigramsOf(item)]));
    for (const [item, bigrams] of bigramsOfRemoved) {
      let best: { item: ContentItem; score: number } | null = null;
      for (const [candidate, others] of unmatched) {
        const score = candidate.type === item.type ? similarity(bigrams, others) : 0;
        if (score >= MIN_SIMILARITY && score > (best?.score ?? 0)) best = { item: candidate, score };
      }
      if (!best) continue;
      newIds.set(item.id, best.item.id);
      unmatched.delete(best.item);
    }
  }
  return (items) => {
    const taken = new Set(items.map(({ id }) => id));
    return items.map((item) => {
      const name = newIds.get(item.id);
      return name === undefined || taken.has(name) ? item : { ...item, id: name };
    });
  };
}

type Counts = { all: number; of: Map<string, number> };

function bigramsOf(item: ContentItem): Counts {
  const letters = foldLetters(itemText(item)).replace(/\s+/g, ' ').trim();
  const of = new Map<string, number>();
  for (let at = 0; at + 1 < letters.length; at += 1) {
    const pair = letters.slice(at, at + 2);
    of.set(pair, (of.get(pair) ?? 0) + 1);
  }
  return { all: Math.max(0, letters.length - 1), of };
}

/** Sørensen–Dice coefficient of two texts' letter pairs, from 0 (nothing in common) to 1 (equal). */
function similarity(one: Counts, other: Counts): number {
  if (one.all + other.all === 0) return 0;
  let common = 0;
  for (const [pair, count] of one.of) common += Math.min(count, other.of.get(pair) ?? 0);
  return (2 * common) / (one.all + other.all);
}
