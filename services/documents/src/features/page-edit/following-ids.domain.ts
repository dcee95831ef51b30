import type { ContentItem } from '@hamkhan/contracts/content';
import { foldLetters } from '@hamkhan/contracts/folding';
import { itemText } from '@hamkhan/contracts/page-text';

type Items = readonly ContentItem[];

/** Texts that have this much in common are the same one, read better or worse. */
const ALIKE = 0.6;
/** More comparisons than this are not made: an item that is not found again stays under its old id. */
const MAX_COMPARISONS = 20_000;

/**
 * How items of a text are called in a newer reading of it. An id comes from the words of an item, so an item that was read otherwise has
 * another one; it is found again by its type and by how much of its words is the same.
 * @returns puts new ids into items of the old text, and of what people have made of it
 */
export function followingIds(old: Items, fresh: Items): (items: Items) => ContentItem[] {
  const known = new Set(old.map(({ id }) => id));
  const there = new Set(fresh.map(({ id }) => id));
  const gone = old.filter(({ id }) => !there.has(id));
  const added = fresh.filter(({ id }) => !known.has(id));
  const names = new Map<string, string>();
  if (gone.length * added.length <= MAX_COMPARISONS) {
    const left = new Map(added.map((item) => [item, pairsOfLetters(item)]));
    for (const item of gone) {
      const letters = pairsOfLetters(item);
      let best: { item: ContentItem; score: number } | null = null;
      for (const [candidate, others] of left) {
        const score = candidate.type === item.type ? likeness(letters, others) : 0;
        if (score >= ALIKE && score > (best?.score ?? 0)) best = { item: candidate, score };
      }
      if (!best) continue;
      names.set(item.id, best.item.id);
      left.delete(best.item);
    }
  }
  return (items) => {
    const taken = new Set(items.map(({ id }) => id));
    return items.map((item) => {
      const name = names.get(item.id);
      return name === undefined || taken.has(name) ? item : { ...item, id: name };
    });
  };
}

type Counts = { all: number; of: Map<string, number> };

function pairsOfLetters(item: ContentItem): Counts {
  const letters = foldLetters(itemText(item)).replace(/\s+/g, ' ').trim();
  const of = new Map<string, number>();
  for (let at = 0; at + 1 < letters.length; at += 1) {
    const pair = letters.slice(at, at + 2);
    of.set(pair, (of.get(pair) ?? 0) + 1);
  }
  return { all: Math.max(0, letters.length - 1), of };
}

/** Sørensen–Dice coefficient of two texts' pairs of letters: 0 nothing in common, 1 the same. */
function likeness(one: Counts, other: Counts): number {
  if (one.all + other.all === 0) return 0;
  let common = 0;
  for (const [pair, count] of one.of) common += Math.min(count, other.of.get(pair) ?? 0);
  return (2 * common) / (one.all + other.all);
}
