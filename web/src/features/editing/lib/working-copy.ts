import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { EDIT_TYPES, type EditMode, type EditType, versionOfEdit } from '@hamkhan/contracts/http/editing';
import type { Suggestion } from '@hamkhan/contracts/http/suggestions';
import { mergeItems } from '@hamkhan/contracts/item-changes';
import { isSameItem, isSameText, unsignedAddress } from './item-comparison.js';
import type { LocalDraft } from './local-draft.js';

type Items = readonly ContentItem[];

/** One text of one page. */
export type EditTarget = { pageId: string; pageNumber: number; type: EditType };
export const targetKey = ({ pageId, type }: Pick<EditTarget, 'pageId' | 'type'>): string =>
  `${pageId}/${type}`;

/** The text was changed by someone else: the page as it is now, and the ids of the items that both changed. */
export type Conflict = { page: ReaderPage; conflicts: readonly string[] };

/** A text of a page while it is edited (RDR-SUGGEST-08). */
export type WorkingCopy = {
  target: EditTarget;
  /** How the user may edit it. */
  mode: EditMode;
  /** The page's revision and text that the edit is based on. */
  revision: number;
  base: Items;
  /** The text on the server, on the page or in the suggestion. */
  saved: Items;
  items: Items;
  suggestionId: string | null;
  saving: 'no' | 'running' | 'failed';
  failure: unknown;
  conflict: Conflict | null;
  undoStack: readonly Items[];
  redoStack: readonly Items[];
  /** The item deleted last and its index, until the next change. */
  removed: { item: ContentItem; at: number } | null;
  /** Unsaved edits of an earlier visit, until the user restores or discards them. */
  localDraft: LocalDraft | null;
};

/** The one open item (RDR-EDIT-07). A new item will be inserted before `index` and is not among the items yet. */
export type OpenItem = {
  key: string;
  index: number;
  isNew: boolean;
  original: ContentItem;
  draft: ContentItem;
};

/** The server's response to a save. */
export type SaveResult = {
  suggestionId: string | null;
  /** The page, when the save changed it; later saves are based on its revision and text. */
  page: ReaderPage | null;
  /** The stored items, with image addresses; null when they are the text of `page`. */
  items: Items | null;
};

export const itemsOfType = (page: ReaderPage, type: EditType): Items =>
  [page.content, page.translated_content, page.translated_content_level2][versionOfEdit(type)]?.items ?? [];

/** The texts of a page that exist and can be edited. */
export const editableTypes = (page: ReaderPage): EditType[] =>
  EDIT_TYPES.filter(
    (type) =>
      [page.content, page.translated_content, page.translated_content_level2][versionOfEdit(type)] !== null,
  );

export const isOpenChanged = (open: Pick<OpenItem, 'original' | 'draft'> | null): boolean =>
  open !== null && !isSameItem(open.original, open.draft);

export const hasUnsavedItems = ({ items, saved }: WorkingCopy): boolean =>
  items !== saved && !isSameText(items, saved);

/** Items with the image addresses of `known`: signatures differ between responses. */
export const withAddressesOf = (known: Items, items: Items): ContentItem[] => {
  const addresses = new Map(
    known.flatMap((item) =>
      'src' in item && item.src ? [[unsignedAddress(item.src), item.src] as const] : [],
    ),
  );
  return items.map((item) => {
    if (!('src' in item) || !item.src) return item;
    const src = addresses.get(unsignedAddress(item.src));
    return src === undefined || src === item.src ? item : { ...item, src };
  });
};

/** A working copy of the page's text, or of the user's suggestion for it merged into the current text. */
export const createCopy = ({
  target,
  mode,
  page,
  suggestion,
  draft,
}: {
  target: EditTarget;
  mode: EditMode;
  page: ReaderPage;
  suggestion: Suggestion | null;
  draft: LocalDraft | null;
}): WorkingCopy => {
  const text = itemsOfType(page, target.type);
  const items = suggestion
    ? mergeItems(
        withAddressesOf(text, suggestion.base_content.items),
        withAddressesOf(text, suggestion.suggested_content.items),
        text,
      ).items
    : text;
  const isDraftDifferent =
    draft !== null && (!isSameText(withAddressesOf(items, draft.items), items) || isOpenChanged(draft.open));
  return {
    target,
    mode,
    revision: page.revision,
    base: text,
    saved: items,
    items,
    suggestionId: suggestion?.id ?? null,
    saving: 'no',
    failure: null,
    conflict: null,
    undoStack: [],
    redoStack: [],
    removed: null,
    localDraft: isDraftDifferent ? draft : null,
  };
};

/** What changes in a copy when its draft of an earlier visit is restored. */
export const restoredFrom = (
  draft: LocalDraft,
  copy: WorkingCopy,
): Pick<WorkingCopy, 'localDraft' | 'base' | 'revision' | 'undoStack' | 'items'> => {
  const restored = withAddressesOf(copy.saved, draft.items);
  return {
    localDraft: null,
    base: withAddressesOf(copy.saved, draft.base),
    revision: Math.min(draft.revision, copy.revision),
    undoStack: [...copy.undoStack, copy.items],
    items: isSameText(restored, copy.items) ? copy.items : restored,
  };
};

/** Merges the page's current text into a copy; for items that both changed, one side wins. */
export const mergedWith = (
  page: ReaderPage,
  copy: WorkingCopy,
  winner: 'mine' | 'theirs',
): Pick<WorkingCopy, 'items' | 'base' | 'revision' | 'undoStack'> => {
  const theirs = withAddressesOf(copy.base, itemsOfType(page, copy.target.type));
  const { items, conflicts } = mergeItems(copy.base, copy.items, theirs);
  const theirItems = new Map(theirs.map((item) => [item.id, item]));
  const conflicting = new Set(conflicts);
  return {
    items:
      winner === 'mine'
        ? items
        : items.flatMap((item) => (conflicting.has(item.id) ? (theirItems.get(item.id) ?? []) : [item])),
    base: theirs,
    revision: page.revision,
    undoStack: [...copy.undoStack, copy.items],
  };
};

/**
 * What changes in a saved copy when the page has changed on the server: the user's own edits and the undo history stay, merged
 * into the new text.
 */
export const rebasedOn = (
  page: ReaderPage,
  copy: WorkingCopy,
): Pick<WorkingCopy, 'base' | 'revision' | 'saved' | 'items' | 'undoStack' | 'redoStack' | 'removed'> => {
  const text = withAddressesOf(copy.base, itemsOfType(page, copy.target.type));
  const rebased = (items: Items): Items => mergeItems(copy.base, items, text).items;
  const saved = rebased(copy.items);
  return {
    base: text,
    revision: page.revision,
    saved,
    items: saved,
    undoStack: copy.undoStack.map(rebased),
    redoStack: copy.redoStack.map(rebased),
    removed: null,
  };
};

/** What changes in a copy once the server has stored `sent`; edits made meanwhile stay unsaved. */
export const afterSave = (
  { suggestionId, page, items }: SaveResult,
  copy: WorkingCopy,
  sent: Items,
): Partial<WorkingCopy> => {
  const text = page ? itemsOfType(page, copy.target.type) : copy.base;
  const stored = items ?? (page ? text : sent);
  const isUnchanged = copy.items === sent;
  return {
    suggestionId,
    saved: isUnchanged ? stored : sent,
    items: isUnchanged ? stored : copy.items,
    base: text,
    revision: page?.revision ?? copy.revision,
    saving: 'no',
    failure: null,
    conflict: null,
  };
};
