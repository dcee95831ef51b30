import type { ContentItem, ContentItemType } from '@hamkhan/contracts/content';
import {
  CODE_LANGUAGES,
  EDITABLE_ITEM_TYPES,
  EditedItem,
  MAX_TABLE_COLUMNS,
  MAX_TABLE_ROWS,
} from '@hamkhan/contracts/http/editing';
import { isSameItem } from '@hamkhan/contracts/item-changes';
import { parseTable } from '@hamkhan/contracts/markdown-table';
import { fieldError } from '@hamkhan/platform/http/field-error';

export type KnownText = {
  /** The items that an editor began with. */
  items: readonly ContentItem[];
  /** The object key of a picture by its address; null for one that may not stand on this page. */
  pictureKey: (address: string) => string | null;
};

/**
 * Items of an editor as they are kept: those that say the same as before are what they were, with all that the pipeline knows of them;
 * of a changed one only its place in the picture of the page is kept.
 * @param field the form field that is named where something is wrong
 * @throws COMMON.VALIDATION_FAILED for a picture of elsewhere, a table or code language beyond what an editor offers (RDR-EDIT-16,
 * RDR-EDIT-18) unless the item had it, and a type that nobody may add (RDR-EDIT-03)
 */
export function keptItems(edited: readonly EditedItem[], known: KnownText, field: string): ContentItem[] {
  const before = new Map(known.items.map((item) => [item.id, item]));
  return edited.map((given) => {
    const was = before.get(given.id);
    const item = withPictureKey(given, was, known, field);
    if (was && isSameItem(asEdited(was), item)) return was;
    assertAllowed(item, was, field);
    return was?.bbox ? { ...item, bbox: was.bbox } : item;
  });
}

/** A kept item as it would come back from an editor that has changed nothing. */
const asEdited = (item: ContentItem): ContentItem => {
  const parsed = EditedItem.safeParse(item);
  return parsed.success ? parsed.data : item;
};

/** An address that is empty (its picture could not be shown) leaves the picture as it was; a formula without one is LaTeX. */
function withPictureKey(
  item: EditedItem,
  was: ContentItem | undefined,
  { pictureKey }: KnownText,
  field: string,
): ContentItem {
  if ((item.type !== 'figure' && item.type !== 'math') || item.src === undefined) return item;
  if (item.src === '') return { ...item, src: was?.type === item.type ? (was.src ?? '') : '' };
  const src = pictureKey(item.src);
  if (src === null) throw fieldError(field, 'PICTURE_UNKNOWN', { params: { item: item.id } });
  return { ...item, src };
}

const OFFERED: ReadonlySet<ContentItemType> = new Set(EDITABLE_ITEM_TYPES);
const LANGUAGES: ReadonlySet<string> = new Set(CODE_LANGUAGES);

function assertAllowed(item: ContentItem, was: ContentItem | undefined, field: string): void {
  if (!OFFERED.has(item.type) && was?.type !== item.type) throw fieldError(field, 'NOT_A_CHOICE');
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

/** Rows without the head, and columns. */
function sizeOf(markdown: string): { rows: number; columns: number } {
  const { rows, aligns } = parseTable(markdown);
  return { rows: rows.length, columns: aligns.length };
}
