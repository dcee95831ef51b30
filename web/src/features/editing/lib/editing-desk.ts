import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import {
  EDIT_TYPES,
  type EditMode,
  type EditType,
  type Suggestion,
  versionOfEdit,
} from '@hamkhan/contracts/http/editing';
import { mergeItems } from '@hamkhan/contracts/item-changes';
import { asWritten, bareAddress, isSameItem, isSameText } from './item-defaults.js';
import { movedItem, withItem, withItemAt, withoutItem } from './items.js';
import type { KeptEdit } from './kept-edit.js';

type Items = readonly ContentItem[];

/** One text of one page. */
export type Place = { pageId: string; pageNumber: number; type: EditType };
export const placeKey = ({ pageId, type }: Pick<Place, 'pageId' | 'type'>): string => `${pageId}/${type}`;

/** Somebody else has changed the text since: the page as it is now, and the ids that both have changed. */
export type Conflict = { page: ReaderPage; conflicts: readonly string[] };

/** A text of a page as it is being edited (RDR-SUGGEST-08). */
export type WorkingCopy = {
  place: Place;
  /** How its editor may edit it. */
  mode: EditMode;
  /** The page's revision and text that it began with. */
  revision: number;
  base: Items;
  /** As the server has it, on the page or in the suggestion. */
  saved: Items;
  items: Items;
  suggestionId: string | null;
  saving: 'no' | 'running' | 'failed';
  failure: unknown;
  conflict: Conflict | null;
  past: readonly Items[];
  future: readonly Items[];
  /** The item that was deleted last, and where it stood, until something else happens. */
  removed: { item: ContentItem; at: number } | null;
  /** What was left unsaved here another time, until the reader has decided. */
  kept: KeptEdit | null;
};

/** The one item that is being edited (RDR-EDIT-07). A new one stands before item `index` and is not among the items yet. */
export type OpenItem = {
  key: string;
  index: number;
  isNew: boolean;
  original: ContentItem;
  draft: ContentItem;
};

export type DeskState = { copies: ReadonlyMap<string, WorkingCopy>; open: OpenItem | null };

/** What the server answered to a save. */
export type Saved = {
  suggestionId: string | null;
  /** The page where it has changed by it, and the revision and text of it that later saves begin with. */
  page: ReaderPage | null;
  /** The items as they were taken, with the addresses of their pictures; null where that is the text of `page`. */
  items: Items | null;
};
export type Words = { title: string; description: string };
export type SaveCopy = (copy: WorkingCopy, words: Words | null) => Promise<Saved>;
/** The conflict that a refused save tells of; null for any other failure. */
export type ReadConflict = (error: unknown) => Conflict | null;

/** How many steps can be taken back. */
const MOST_STEPS = 100;
/** What is typed is kept on the device this long after a pause, in milliseconds. */
export const KEEP_AFTER_MS = 300;

export const textOf = (page: ReaderPage, type: EditType): Items =>
  [page.content, page.translated_content, page.translated_content_level2][versionOfEdit(type)]?.items ?? [];

/** The texts of a page that are there to be edited. */
export const editableTypes = (page: ReaderPage): EditType[] =>
  EDIT_TYPES.filter(
    (type) =>
      [page.content, page.translated_content, page.translated_content_level2][versionOfEdit(type)] !== null,
  );

export const isUnsaved = (open: OpenItem | null): boolean =>
  open !== null && !isSameItem(open.original, open.draft);

/** Items with the addresses that the same pictures have here: signatures differ from one answer to the next. */
const withAddressesOf = (known: Items, items: Items): ContentItem[] => {
  const addresses = new Map(
    known.flatMap((item) => ('src' in item && item.src ? [[bareAddress(item.src), item.src] as const] : [])),
  );
  return items.map((item) => {
    if (!('src' in item) || !item.src) return item;
    const src = addresses.get(bareAddress(item.src));
    return src === undefined || src === item.src ? item : { ...item, src };
  });
};

/**
 * Everything that is being edited in one document: a working copy of each text that was opened, and the one open item. Each change of a copy
 * is saved at once and whole (RDR-SUGGEST-09), one call after another; what is not saved is handed to `keep`.
 */
export class EditingDesk {
  private state: DeskState = { copies: new Map(), open: null };
  private readonly listeners = new Set<() => void>();
  private readonly running = new Set<string>();
  private keeping: ReturnType<typeof setTimeout> | undefined;
  private readonly unkept = new Set<string>();

  constructor(
    private readonly calls: {
      save: SaveCopy;
      readConflict: ReadConflict;
      keep: (place: Place, kept: KeptEdit | null) => void;
      now: () => number;
    },
  ) {}

  private onSaved: (place: Place, saved: Saved) => void = () => {};

  /** Sets the one function that is called after each save: it updates what the reader shows and lists. */
  listenToSaves(onSaved: (place: Place, saved: Saved) => void): void {
    this.onSaved = onSaved;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): DeskState => this.state;

  private set(part: Partial<DeskState>, touched?: string): void {
    this.state = { ...this.state, ...part };
    if (touched !== undefined) this.keepSoon(touched);
    for (const listener of this.listeners) listener();
  }

  private copy(key: string): WorkingCopy | undefined {
    return this.state.copies.get(key);
  }

  private change(key: string, part: Partial<WorkingCopy>): void {
    const copy = this.copy(key);
    if (copy) this.set({ copies: new Map(this.state.copies).set(key, { ...copy, ...part }) }, key);
  }

  /** Whether a text or the open item holds what the server does not have. */
  isUnsavedAt(key: string): boolean {
    const copy = this.copy(key);
    const isOpen = this.state.open?.key === key && isUnsaved(this.state.open);
    return isOpen || (copy !== undefined && copy.items !== copy.saved && !isSameText(copy.items, copy.saved));
  }
  isUnsaved(): boolean {
    return isUnsaved(this.state.open) || [...this.state.copies.keys()].some((key) => this.isUnsavedAt(key));
  }

  /**
   * Lays a text on the desk: the page's own, or what the reader has suggested for it. One that is there already stays, unless nothing was
   * done to it and the server has a newer one.
   */
  lay(
    place: Place,
    mode: EditMode,
    page: ReaderPage,
    suggestion: Suggestion | null,
    kept: KeptEdit | null,
  ): void {
    const key = placeKey(place);
    const known = this.copy(key);
    if (known && (known.revision >= page.revision || this.isUnsavedAt(key) || this.state.open?.key === key))
      return;
    const text = textOf(page, place.type);
    // What was suggested is seen on the page as it is now: others may have changed it since.
    const items = suggestion
      ? mergeItems(
          withAddressesOf(text, suggestion.base_content.items),
          withAddressesOf(text, suggestion.suggested_content.items),
          text,
        ).items
      : text;
    const differs =
      kept !== null &&
      (!isSameText(withAddressesOf(items, kept.items), items) || (kept.open !== null && isLeft(kept.open)));
    this.set({
      copies: new Map(this.state.copies).set(key, {
        place,
        mode,
        revision: page.revision,
        base: text,
        saved: items,
        items,
        suggestionId: suggestion?.id ?? known?.suggestionId ?? null,
        saving: 'no',
        failure: null,
        conflict: null,
        past: [],
        future: [],
        removed: null,
        kept: known ? known.kept : differs ? kept : null,
      }),
    });
  }

  /** Takes up what was left unsaved. */
  restore(key: string, sending = true): void {
    const copy = this.copy(key);
    if (!copy?.kept) return;
    const { items, base, revision, open } = copy.kept;
    const restored = withAddressesOf(copy.saved, items);
    this.set({ open: open ? { ...open, key } : this.state.open });
    this.change(key, {
      kept: null,
      base: withAddressesOf(copy.saved, base),
      revision: Math.min(revision, copy.revision),
      past: [...copy.past, copy.items],
      items: isSameText(restored, copy.items) ? copy.items : restored,
    });
    if (sending && this.isUnsavedAt(key) && !open) void this.persist(key);
  }

  dropKept(key: string): void {
    this.change(key, { kept: null });
  }

  /** Opens an item; false when another one holds changes, which must be saved first (RDR-EDIT-08). */
  edit(key: string, index: number): boolean {
    if (isUnsaved(this.state.open)) return false;
    const item = this.copy(key)?.items[index];
    if (!item) return false;
    const before = this.state.open?.key;
    this.set({ open: { key, index, isNew: false, original: item, draft: item } }, before);
    this.change(key, { removed: null });
    return true;
  }

  /** Opens a new item before item `index`; false as above. */
  add(key: string, index: number, item: ContentItem): boolean {
    if (isUnsaved(this.state.open)) return false;
    this.set({ open: { key, index, isNew: true, original: item, draft: item } });
    this.change(key, { removed: null });
    return true;
  }

  write(draft: ContentItem): void {
    const { open } = this.state;
    if (open) this.set({ open: { ...open, draft } }, open.key);
  }

  /** Puts the open item back as it was. */
  cancel(): void {
    const { open } = this.state;
    this.set({ open: null }, open?.key);
  }

  /** Puts the open item into its text, and saves that where `sending` says so. */
  accept(sending = true): void {
    const { open } = this.state;
    const copy = open ? this.copy(open.key) : undefined;
    if (!open || !copy) return;
    const item = asWritten(open.draft);
    const items = open.isNew
      ? withItemAt(copy.items, open.index, item)
      : isUnsaved(open)
        ? withItem(copy.items, open.index, item)
        : copy.items;
    this.set({ open: null });
    this.put(open.key, items, sending);
  }

  /** False when the open item holds changes. */
  remove(key: string, index: number, sending = true): boolean {
    const copy = this.copy(key);
    const item = copy?.items[index];
    if (!copy || !item || isUnsaved(this.state.open)) return false;
    this.set({ open: null });
    this.put(key, withoutItem(copy.items, index), sending);
    this.change(key, { removed: { item, at: index } });
    return true;
  }

  /** Takes item `from` to stand before item `before`; false as above. */
  move(key: string, from: number, before: number, sending = true): boolean {
    const copy = this.copy(key);
    if (!copy || isUnsaved(this.state.open)) return false;
    this.set({ open: null });
    this.put(key, movedItem(copy.items, from, before), sending);
    return true;
  }

  undo(key: string, sending = true): void {
    const copy = this.copy(key);
    const before = copy?.past.at(-1);
    if (!copy || !before || isUnsaved(this.state.open)) return;
    this.set({ open: null });
    this.change(key, {
      items: before,
      past: copy.past.slice(0, -1),
      future: [...copy.future, copy.items],
      removed: null,
    });
    if (sending) void this.persist(key);
  }

  redo(key: string, sending = true): void {
    const copy = this.copy(key);
    const after = copy?.future.at(-1);
    if (!copy || !after || isUnsaved(this.state.open)) return;
    this.set({ open: null });
    this.change(key, {
      items: after,
      past: [...copy.past, copy.items],
      future: copy.future.slice(0, -1),
      removed: null,
    });
    if (sending) void this.persist(key);
  }

  private put(key: string, items: Items, sending: boolean): void {
    const copy = this.copy(key);
    if (!copy || items === copy.items) return;
    this.change(key, {
      items,
      past: [...copy.past, copy.items].slice(-MOST_STEPS),
      future: [],
      removed: null,
    });
    if (sending) void this.persist(key);
  }

  /** Lets go of everything that is not on the server. */
  discard(key?: string): void {
    const keys = key === undefined ? [...this.state.copies.keys()] : [key];
    if (key === undefined || this.state.open?.key === key) this.set({ open: null });
    for (const one of keys) {
      const copy = this.copy(one);
      if (copy)
        this.change(one, {
          items: copy.saved,
          past: [],
          future: [],
          removed: null,
          saving: 'no',
          failure: null,
          conflict: null,
          kept: null,
        });
    }
    this.keepNow();
  }

  /** Forgets a text: it is laid anew from what the server has. */
  lift(key: string): void {
    const copies = new Map(this.state.copies);
    copies.delete(key);
    this.set({ copies, open: this.state.open?.key === key ? null : this.state.open });
  }

  /** Saves a text until the server has what is here. True when it does. */
  async persist(key: string, words: Words | null = null): Promise<boolean> {
    if (this.running.has(key)) return false;
    this.running.add(key);
    try {
      for (let merges = 0; ;) {
        const copy = this.copy(key);
        if (!copy) return false;
        const sent = copy.items;
        this.change(key, { saving: 'running', failure: null, conflict: null });
        try {
          const saved = await this.calls.save(copy, words);
          const isLast = this.copy(key)?.items === sent;
          this.take(key, sent, saved);
          this.onSaved(copy.place, saved);
          if (isLast) {
            this.keepNow();
            return true;
          }
        } catch (error) {
          const conflict = this.calls.readConflict(error);
          // What others did to other items stands beside what was done here.
          if (conflict && conflict.conflicts.length === 0 && merges === 0) {
            merges += 1;
            this.merge(key, conflict.page, 'mine');
            continue;
          }
          this.change(key, { saving: 'failed', failure: error, conflict });
          return false;
        }
      }
    } finally {
      this.running.delete(key);
    }
  }

  private take(key: string, sent: Items, { suggestionId, page, items }: Saved): void {
    const copy = this.copy(key);
    if (!copy) return;
    const text = page ? textOf(page, copy.place.type) : copy.base;
    const taken = items ?? (page ? text : sent);
    this.change(key, {
      suggestionId,
      saved: copy.items === sent ? taken : sent,
      items: copy.items === sent ? taken : copy.items,
      base: text,
      revision: page?.revision ?? copy.revision,
      saving: 'no',
      failure: null,
      conflict: null,
    });
  }

  /** Brings what others made of the page together with what was done here; where both changed an item, one side is chosen. */
  private merge(key: string, page: ReaderPage, chosen: 'mine' | 'theirs'): void {
    const copy = this.copy(key);
    if (!copy) return;
    const theirs = withAddressesOf(copy.base, textOf(page, copy.place.type));
    const { items, conflicts } = mergeItems(copy.base, copy.items, theirs);
    const others = new Map(theirs.map((item) => [item.id, item]));
    const both = new Set(conflicts);
    const merged =
      chosen === 'mine'
        ? items
        : items.flatMap((item) => (both.has(item.id) ? (others.get(item.id) ?? []) : [item]));
    this.change(key, {
      items: merged,
      base: theirs,
      revision: page.revision,
      past: [...copy.past, copy.items],
    });
  }

  /** Ends a conflict in the way the reader has chosen, and saves. */
  settle(key: string, chosen: 'mine' | 'theirs'): void {
    const conflict = this.copy(key)?.conflict;
    if (!conflict) return;
    this.merge(key, conflict.page, chosen);
    void this.persist(key);
  }

  private keepSoon(key: string): void {
    this.unkept.add(key);
    this.keeping ??= setTimeout(() => this.keepNow(), KEEP_AFTER_MS);
  }

  /** Hands out what is unsaved, and says of what is saved that there is nothing left to keep. */
  readonly keepNow = (): void => {
    clearTimeout(this.keeping);
    this.keeping = undefined;
    for (const key of this.unkept) {
      const copy = this.copy(key);
      // What was kept another time stays until the reader has decided.
      if (!copy || copy.kept) continue;
      const { open } = this.state;
      const mine = open?.key === key && isUnsaved(open) ? open : null;
      this.calls.keep(
        copy.place,
        this.isUnsavedAt(key)
          ? {
              at: this.calls.now(),
              revision: copy.revision,
              base: [...copy.base],
              items: [...copy.items],
              open: mine && {
                index: mine.index,
                isNew: mine.isNew,
                original: mine.original,
                draft: mine.draft,
              },
            }
          : null,
      );
    }
    this.unkept.clear();
  };
}

const isLeft = (open: NonNullable<KeptEdit['open']>): boolean => !isSameItem(open.original, open.draft);
