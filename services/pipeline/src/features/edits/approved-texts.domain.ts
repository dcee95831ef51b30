import type { ContentItem } from '@hamkhan/contracts/content';
import { unitsOf } from '../page-text/units.domain.js';

export type ItemPair = { source: ContentItem; target: ContentItem };
/** `before` is the previous translation, if there was one. */
export type ApprovedText = { source: string; target: string; before: string | undefined };

/**
 * The texts of edited items that differ from the pipeline's translation. Unchanged texts of an edited item, such as other cells of a
 * table, are excluded, because the person may not have checked them.
 */
export function approvedTexts(
  pairs: readonly ItemPair[],
  translated: readonly ContentItem[] | undefined,
): ApprovedText[] {
  const machine = new Map((translated ?? []).map((item) => [item.id, item]));
  return pairs.flatMap(({ source, target }) => {
    const edited = textsByPath(target);
    const before = textsByPath(machine.get(target.id));
    return unitsOf({ items: [source] }).flatMap(({ path, text }) => {
      const approved = edited.get(path);
      const old = before.get(path);
      const isNew = approved !== undefined && approved !== old && approved !== text;
      return isNew ? [{ source: text, target: approved, before: old }] : [];
    });
  });
}

const textsByPath = (item: ContentItem | undefined): Map<string, string> =>
  new Map(item ? unitsOf({ items: [item] }).map(({ path, text }) => [path, text]) : []);
