import type { ContentItem, ContentItemType } from '@hamkhan/contracts/content';
import {
  CODE_LANGUAGES,
  EDITABLE_ITEM_TYPES,
  EditedItem,
  MAX_TABLE_COLUMNS,
  MAX_TABLE_ROWS,
} from '@hamkhan/contracts/http/edited-items';
import { isSameItem } from '@hamkhan/contracts/item-changes';
import { parseTable } from '@hamkhan/contracts/markdown-table';
import { fieldError } from '@hamkhan/platform/http/field-error';

export type BaseText = {
  /** The items the editor started from. */
  items: readonly ContentItem[];
  /** Object key of an image by its address; null if the image is not allowed on this page. */
  pictureKey: (address: string) => string | null;
};

/**
 * Converts items from an editor to stored items. Unchanged items keep all data of the pipeline; changed ones keep only their
 * bounding box.
 * @param field the form field of error messages
 * @throws COMMON.VALIDATION_FAILED for an image of another document, a table size or code language that the editor does not offer
 * (RDR-EDIT-16, RDR-EDIT-18) unless the item had it, and an item type that cannot be added (RDR-EDIT-03)
 */
export function toStoredItems(edited: readonly EditedItem[], known: BaseText, field: string): ContentItem[] {
  const before = new Map(known.items.map((item) => [item.id, item]));
  return edited.map((given) => {
    const was = before.get(given.id);
    const item = withPictureKey(given, was, known, field);
    if (was && isSameItem(asEdited(was), item)) return was;
    assertAllowed(item, was, field);
    return was?.bbox ? { ...item, bbox: was.bbox } : item;
  });
}

/** A stored item as an editor returns it unchanged. */
const asEdited = (item: ContentItem): ContentItem => {
  const parsed = EditedItem.safeParse(item);
  return parsed.success ? parsed.data : item;
};

/** An empty address (the image could not be shown) keeps the image; a formula without an address is LaTeX. */
function withPictureKey(
  item: EditedItem,
  was: ContentItem | undefined,
  { pictureKey }: BaseText,
  field: string,
): ContentItem {
  if ((item.type !== 'figure' && item.type !== 'math') || item.src === undefined) return item;
  if (item.src === '') return { ...item, src: was?.type === item.type ? (was.src ?? '') : '' };
  const src = pictureKey(item.src);
  if (src === null) throw fieldError(field, 'PICTURE_UNKNOWN', { params: { item: item.id } });
  return { ...item, src };
}

const ADDABLE_TYPES: ReadonlySet<ContentItemType> = new Set(EDITABLE_ITEM_TYPES);
const LANGUAGES: ReadonlySet<string> = new Set(CODE_LANGUAGES);

function assertAllowed(item: ContentItem, was: ContentItem | undefined, field: string): void {
  if (!ADDABLE_TYPES.has(item.type) && was?.type !== item.type) throw fieldError(field, 'NOT_A_CHOICE');
  if (item.type === 'code') {
    const old = was?.type === 'code' ? was.language : undefined;
    if (!LANGUAGES.has(item.language) && item.language !== old) throw fieldError(field, 'NOT_A_CHOICE');
  }
  if (item.type === 'table') {
    const old = was?.type === 'table' ? sizeOf(was.content) : { rows: 0, columns: 0 };
    const now = sizeOf(item.content);
    const rows = Math.max(MAX_TABLE_ROWS, old.rows);
    const columns = Math.max(MAX_TABLE_COLUMNS, old.columns);
    if (now.rows > rows || now.columns > columns)
      throw fieldError(field, 'TABLE_TOO_LARGE', { params: { rows, columns } });
  }
}

/** Number of rows without the head, and of columns. */
function sizeOf(markdown: string): { rows: number; columns: number } {
  const { rows, aligns } = parseTable(markdown);
  return { rows: rows.length, columns: aligns.length };
}
