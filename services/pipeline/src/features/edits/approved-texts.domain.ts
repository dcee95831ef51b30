import type { ContentItem } from '@hamkhan/contracts/content';
import { unitsOf } from '../translate/units.domain.js';

export type ItemPair = { source: ContentItem; target: ContentItem };
/** `before` is what stood there until then, where anything did. */
export type ApprovedText = { source: string; target: string; before: string | undefined };

/**
 * Texts that a person has translated: those of edited items whose words are others than the ones that the pipeline had there. Other
 * cells of an edited table, say, were not looked at for certain.
 */
export function approvedTexts(
  pairs: readonly ItemPair[],
  translated: readonly ContentItem[] | undefined,
): ApprovedText[] {
  const machine = new Map((translated ?? []).map((item) => [item.id, item]));
  return pairs.flatMap(({ source, target }) => {
    const written = textsByPlace(target);
    const before = textsByPlace(machine.get(target.id));
    return unitsOf({ items: [source] }).flatMap(({ path, text }) => {
      const approved = written.get(path);
      const old = before.get(path);
      const isNew = approved !== undefined && approved !== old && approved !== text;
      return isNew ? [{ source: text, target: approved, before: old }] : [];
    });
  });
}

const textsByPlace = (item: ContentItem | undefined): Map<string, string> =>
  new Map(item ? unitsOf({ items: [item] }).map(({ path, text }) => [path, text]) : []);
