import type { ContentItem } from '@hamkhan/contracts/content';
import { isSameItem } from '@hamkhan/contracts/item-changes';

/**
 * Whether applying a suggestion could put a picture on the page: it is in an item that the suggestion adds or changes. One that the suggestion
 * leaves as it found it stays or goes with the page.
 *
 * @param objectKey of the picture
 */
export function suggestsPicture(
  { base, items }: { base: readonly ContentItem[]; items: readonly ContentItem[] },
  objectKey: string,
): boolean {
  return items.some((item) => {
    if (!('src' in item) || item.src !== objectKey) return false;
    const known = base.find(({ id }) => id === item.id);
    return known === undefined || !isSameItem(known, item);
  });
}
