import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import type { EditMode } from '@hamkhan/contracts/http/editing';
import type { Suggestion } from '@hamkhan/contracts/http/suggestions';
import { afterDiscard, afterEdit, afterRedo, afterUndo } from './copy-history.js';
import { DraftWriter } from './draft-writer.js';
import { asEdited } from './item-comparison.js';
import { movedItem, withItem, withItemAt, withoutItem } from './item-lists.js';
import type { LocalDraft } from './local-draft.js';
import {
  afterSave,
  type Conflict,
  createCopy,
  type EditTarget,
  hasUnsavedItems,
  isOpenChanged,
  mergedWith,
  type OpenItem,
  rebasedOn,
  restoredFrom,
  type SaveResult,
  targetKey,
  type WorkingCopy,
} from './working-copy.js';

export type EditSessionState = { copies: ReadonlyMap<string, WorkingCopy>; open: OpenItem | null };

/** The title and description of a suggestion. */
export type SuggestionTexts = { title: string; description: string };
export type SaveCopy = (copy: WorkingCopy, texts: SuggestionTexts | null) => Promise<SaveResult>;
/** The conflict that a refused save reports; null for any other failure. */
export type ReadConflict = (error: unknown) => Conflict | null;

const openDraft = ({ index, isNew, original, draft }: OpenItem): LocalDraft['open'] => ({
  index,
  isNew,
  original,
  draft,
});

/**
 * Everything the user edits in one document: a working copy of each opened text, and the one open item. Each change of a copy
 * is saved at once and as a whole (RDR-SUGGEST-09), one call after another; unsaved edits go to `storeDraft`.
 */
export class EditSession {
  private state: EditSessionState = { copies: new Map(), open: null };
  private readonly listeners = new Set<() => void>();
  private readonly running = new Set<string>();
  private readonly drafts = new DraftWriter(
    (key) => this.draftOf(key),
    (target, draft) => this.calls.storeDraft(target, draft),
  );

  constructor(
    private readonly calls: {
      save: SaveCopy;
      readConflict: ReadConflict;
      storeDraft: (target: EditTarget, draft: LocalDraft | null) => void;
      now: () => number;
    },
  ) {}

  private onSaved: (target: EditTarget, saved: SaveResult) => void = () => {};

  /** Sets the function that is called after each save, to update the reader and its lists. */
  onSave(onSaved: (target: EditTarget, saved: SaveResult) => void): void {
    this.onSaved = onSaved;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): EditSessionState => this.state;

  private set(part: Partial<EditSessionState>, changedKey?: string): void {
    this.state = { ...this.state, ...part };
    if (changedKey !== undefined) this.drafts.schedule(changedKey);
    for (const listener of this.listeners) listener();
  }

  private copy(key: string): WorkingCopy | undefined {
    return this.state.copies.get(key);
  }

  private change(key: string, part: Partial<WorkingCopy>): void {
    const copy = this.copy(key);
    if (copy) this.set({ copies: new Map(this.state.copies).set(key, { ...copy, ...part }) }, key);
  }

  /** Whether a text, or the open item in it, differs from the server. */
  isUnsavedAt(key: string): boolean {
    const copy = this.copy(key);
    const isOpenUnsaved = this.state.open?.key === key && isOpenChanged(this.state.open);
    return isOpenUnsaved || (copy !== undefined && hasUnsavedItems(copy));
  }
  isUnsaved(): boolean {
    return (
      isOpenChanged(this.state.open) || [...this.state.copies.keys()].some((key) => this.isUnsavedAt(key))
    );
  }

  /**
   * Loads a text: the page's own, or the user's suggestion for it. A loaded text stays while it is edited or saved; otherwise it
   * takes over a newer page.
   */
  load(
    target: EditTarget,
    mode: EditMode,
    page: ReaderPage,
    suggestion: Suggestion | null,
    draft: LocalDraft | null,
  ): void {
    const key = targetKey(target);
    const known = this.copy(key);
    if (known && (known.revision >= page.revision || this.isBusyAt(key))) return;
    // The list of suggestions may be older than the suggestion saved here.
    const hasOwnState = known !== undefined && (known.suggestionId !== null || suggestion === null);
    const copy = hasOwnState
      ? { ...known, ...rebasedOn(page, known) }
      : createCopy({ target, mode, page, suggestion, draft: known ? known.localDraft : draft });
    this.set({ copies: new Map(this.state.copies).set(key, copy) });
  }

  /** Whether a text is being edited or saved. */
  private isBusyAt(key: string): boolean {
    return this.running.has(key) || this.state.open?.key === key || this.isUnsavedAt(key);
  }

  /** Restores the unsaved edits of an earlier visit. */
  restoreDraft(key: string, autoSave = true): void {
    const copy = this.copy(key);
    if (!copy?.localDraft) return;
    const { open } = copy.localDraft;
    this.set({ open: open ? { ...open, key } : this.state.open });
    this.change(key, restoredFrom(copy.localDraft, copy));
    if (autoSave && this.isUnsavedAt(key) && !open) void this.save(key);
  }

  dropDraft(key: string): void {
    this.change(key, { localDraft: null });
  }

  /** Opens an item; false when another open item has changes, which must be saved first (RDR-EDIT-08). */
  openItem(key: string, index: number): boolean {
    if (isOpenChanged(this.state.open)) return false;
    const item = this.copy(key)?.items[index];
    if (!item) return false;
    const before = this.state.open?.key;
    this.set({ open: { key, index, isNew: false, original: item, draft: item } }, before);
    this.change(key, { removed: null });
    return true;
  }

  /** Opens a new item that will be inserted before `index`; false like `openItem`. */
  openNewItem(key: string, index: number, item: ContentItem): boolean {
    if (isOpenChanged(this.state.open)) return false;
    this.set({ open: { key, index, isNew: true, original: item, draft: item } });
    this.change(key, { removed: null });
    return true;
  }

  changeOpen(draft: ContentItem): void {
    const { open } = this.state;
    if (open) this.set({ open: { ...open, draft } }, open.key);
  }

  /** Closes the open item without its changes. */
  cancelOpen(): void {
    const { open } = this.state;
    this.set({ open: null }, open?.key);
  }

  /** Closes the open item and applies its changes to its text. */
  acceptOpen(autoSave = true): void {
    const { open } = this.state;
    const copy = open ? this.copy(open.key) : undefined;
    if (!open || !copy) return;
    const item = asEdited(open.draft);
    const items = open.isNew
      ? withItemAt(copy.items, open.index, item)
      : isOpenChanged(open)
        ? withItem(copy.items, open.index, item)
        : copy.items;
    this.set({ open: null });
    this.setItems(open.key, items, autoSave);
  }

  /** Deletes an item; false when the open item has changes. */
  removeItem(key: string, index: number, autoSave = true): boolean {
    const copy = this.copy(key);
    const item = copy?.items[index];
    if (!copy || !item || isOpenChanged(this.state.open)) return false;
    this.set({ open: null });
    this.setItems(key, withoutItem(copy.items, index), autoSave);
    this.change(key, { removed: { item, at: index } });
    return true;
  }

  /** Moves item `from` before item `before`; false when the open item has changes. */
  moveItem(key: string, from: number, before: number, autoSave = true): boolean {
    const copy = this.copy(key);
    if (!copy || isOpenChanged(this.state.open)) return false;
    this.set({ open: null });
    this.setItems(key, movedItem(copy.items, from, before), autoSave);
    return true;
  }

  undo(key: string, autoSave = true): void {
    this.step(key, afterUndo, autoSave);
  }

  redo(key: string, autoSave = true): void {
    this.step(key, afterRedo, autoSave);
  }

  private step(key: string, stepped: typeof afterUndo, autoSave: boolean): void {
    const copy = this.copy(key);
    const change = copy && stepped(copy);
    if (!change || isOpenChanged(this.state.open)) return;
    this.set({ open: null });
    this.change(key, change);
    if (autoSave) void this.save(key);
  }

  private setItems(key: string, items: readonly ContentItem[], autoSave: boolean): void {
    const copy = this.copy(key);
    if (!copy || items === copy.items) return;
    this.change(key, afterEdit(copy, items));
    if (autoSave) void this.save(key);
  }

  /** Drops all unsaved changes of one text, or of all. */
  discard(key?: string): void {
    const keys = key === undefined ? [...this.state.copies.keys()] : [key];
    if (key === undefined || this.state.open?.key === key) this.set({ open: null });
    for (const one of keys) {
      const copy = this.copy(one);
      if (copy) this.change(one, afterDiscard(copy));
    }
    this.storeDrafts();
  }

  /** Saves a text, again when it changed meanwhile; true once the server has its current state. */
  async save(key: string, texts: SuggestionTexts | null = null): Promise<boolean> {
    if (this.running.has(key)) return false;
    this.running.add(key);
    try {
      for (let merges = 0; ;) {
        const copy = this.copy(key);
        if (!copy) return false;
        const sent = copy.items;
        this.change(key, { saving: 'running', failure: null, conflict: null });
        try {
          const saved = await this.calls.save(copy, texts);
          const latest = this.copy(key);
          if (latest) this.change(key, afterSave(saved, latest, sent));
          this.onSaved(copy.target, saved);
          if (latest?.items === sent) {
            this.storeDrafts();
            return true;
          }
        } catch (error) {
          const conflict = this.calls.readConflict(error);
          // Nobody changed the same items: merge and save again.
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

  private merge(key: string, page: ReaderPage, winner: 'mine' | 'theirs'): void {
    const copy = this.copy(key);
    if (copy) this.change(key, mergedWith(page, copy, winner));
  }

  /** Resolves a conflict in favour of one side, and saves. */
  resolveConflict(key: string, winner: 'mine' | 'theirs'): void {
    const conflict = this.copy(key)?.conflict;
    if (!conflict) return;
    this.merge(key, conflict.page, winner);
    void this.save(key);
  }

  /** Stores drafts of unsaved texts, and removes those of saved texts. */
  readonly storeDrafts = (): void => this.drafts.flush();

  private draftOf(key: string): { target: EditTarget; draft: LocalDraft | null } | null {
    const copy = this.copy(key);
    // The draft of an earlier visit stays until the user restores or discards it.
    if (!copy || copy.localDraft) return null;
    const { target, revision, base, items } = copy;
    if (!this.isUnsavedAt(key)) return { target, draft: null };
    const { open } = this.state;
    return {
      target,
      draft: {
        at: this.calls.now(),
        revision,
        base: [...base],
        items: [...items],
        open: open?.key === key && isOpenChanged(open) ? openDraft(open) : null,
      },
    };
  }
}
