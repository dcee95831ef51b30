import type { ContentItem } from '@hamkhan/contracts/content';
import { isSameItem } from '@hamkhan/contracts/item-changes';

/**
 * Whether applying a suggestion could add an image to the page: the image is in an item that the suggestion adds or changes. Unchanged items follow
 * the page.
 * @param objectKey of the image
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
