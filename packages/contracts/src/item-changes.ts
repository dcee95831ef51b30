import type { ContentItem } from './content.js';
import type { EditSummary } from './http/suggestions.js';

/** Fields of an item that the pipeline sets and users do not edit. */
const CARRIED: ReadonlySet<string> = new Set([
  'bbox',
  'confidence',
  'sentence_pairs',
  'translation_problems',
]);

/** Text of a value in which the order of keys, absent values and what the pipeline says of items make no difference. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([key, inner]) => inner !== undefined && !CARRIED.has(key))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
};

/** Whether two items are equal apart from the fields that the pipeline sets. */
export const isSameItem = (one: ContentItem, other: ContentItem): boolean =>
  one === other || canonical(one) === canonical(other);

type Items = readonly ContentItem[];
const byId = (items: Items): Map<string, ContentItem> => new Map(items.map((item) => [item.id, item]));

/** The changes between two texts of a page, counted by item id. A moved item does not count. */
export function editSummary(before: Items, after: Items): EditSummary {
  const old = byId(before);
  const now = byId(after);
  const kept = after.flatMap((item) => {
    const known = old.get(item.id);
    return known ? [[known, item] as const] : [];
  });
  return {
    items_added: now.size - kept.length,
    items_removed: old.size - kept.length,
    items_modified: kept.filter(([known, item]) => !isSameItem(known, item)).length,
  };
}

/** Whether two texts have the same items in the same order. */
export const isSameText = (one: Items, other: Items): boolean =>
  one.length === other.length &&
  one.every((item, index) => {
    const there = other[index];
    return there !== undefined && there.id === item.id && isSameItem(item, there);
  });

export type Merged = {
  items: ContentItem[];
  /** Ids of items that both sides have changed differently; `items` has my versions. */
  conflicts: string[];
};

/**
 * Brings together two texts that began as the same one, item by item: what only one side has changed, added or removed is as that side has it;
 * what both have changed is as mine. The order is mine where I have moved something, else theirs; what the other side added
 * stands behind the item it was added behind.
 * @param base the text both began with
 */
export function mergeItems(base: Items, mine: Items, theirs: Items): Merged {
  const [old, my, their] = [byId(base), byId(mine), byId(theirs)];
  const conflicts: string[] = [];
  const chosen = new Map<string, ContentItem>();
  for (const id of new Set([...my.keys(), ...their.keys(), ...old.keys()])) {
    const [was, one, other] = [old.get(id), my.get(id), their.get(id)];
    const item = isSame(was, one) ? other : one;
    if (!isSame(was, one) && !isSame(was, other) && !isSame(one, other)) conflicts.push(id);
    if (item) chosen.set(id, item);
  }
  const isMoved = !hasSameOrder(base, mine);
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine];
  const chosenIds = (items: Items): string[] => items.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  const order = withMissing(chosenIds(first), chosenIds(second));
  return {
    items: order.flatMap((id) => {
      const item = chosen.get(id);
      return item ? [item] : [];
    }),
    conflicts,
  };
}

const isSame = (one: ContentItem | undefined, other: ContentItem | undefined): boolean =>
  one === undefined || other === undefined ? one === other : isSameItem(one, other);

/** Whether the common items are in the same order. */
function hasSameOrder(base: Items, mine: Items): boolean {
  const [old, my] = [byId(base), byId(mine)];
  const kept = base.filter(({ id }) => my.has(id));
  return mine.filter(({ id }) => old.has(id)).every(({ id }, index) => kept[index]?.id === id);
}

/** `order`, with each id of `others` that it lacks after the id that it follows in `others`. */
function withMissing(order: readonly string[], others: readonly string[]): string[] {
  const known = new Set(order);
  const followers = new Map<string | undefined, string[]>();
  others.forEach((id, index) => {
    const before = others[index - 1];
    if (!known.has(id)) followers.set(before, [...(followers.get(before) ?? []), id]);
    known.add(id);
  });
  const all: string[] = [];
  // A stack, because a follower has followers of its own. The last one added stands first.
  const waiting: (string | undefined)[] = [...order.toReversed(), undefined];
  while (waiting.length > 0) {
    const id = waiting.pop();
    if (id !== undefined) all.push(id);
    for (const follower of followers.get(id) ?? []) waiting.push(follower);
    followers.delete(id);
  }
  return all;
}
