import type { EditType } from '@hamkhan/contracts/http/editing';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** What a page shows: its text, or what is suggested for it (RDR-READER-22). */
export type PageView = 'content' | 'edits';

export type EditModeState = {
  /** The reader edits: every page shows the tools of its items. */
  on: boolean;
  /** Something that was typed is not on the server yet. */
  unsaved: boolean;
  /** The reader wants to stop, and is asked. */
  stopping: boolean;
  /** Pages that show what is suggested for them, by id. */
  edits: ReadonlySet<string>;
  /** The page whose suggestion is being written in a dialog of its own, and which text of it, where one was chosen. */
  writing: { pageId: string; type: EditType | null } | null;
};

/**
 * Whether the reader of a document edits. Small, since it comes with the reader; the editors come when they are wanted, and tell it whether
 * something is unsaved and how to let go of it.
 */
export class EditMode {
  private state: EditModeState = {
    on: false,
    unsaved: false,
    stopping: false,
    edits: new Set(),
    writing: null,
  };
  private readonly listeners = new Set<() => void>();
  private letGo: () => void = () => {};

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): EditModeState => this.state;

  private set(part: Partial<EditModeState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }

  turn(on: boolean): void {
    this.set({ on, stopping: false, edits: on ? new Set() : this.state.edits });
  }

  /** Asks whether to stop, or takes the question back. */
  ask(stopping: boolean): void {
    this.set({ stopping });
  }

  write(pageId: string, type: EditType | null = null): void {
    this.set({ writing: { pageId, type } });
  }
  stopWriting(): void {
    this.set({ writing: null });
  }

  /** The editors say what they hold; `letGo` drops it. */
  report(unsaved: boolean, letGo: () => void): void {
    this.letGo = letGo;
    if (unsaved !== this.state.unsaved) this.set({ unsaved });
  }

  discard(): void {
    this.letGo();
    if (this.state.unsaved) this.set({ unsaved: false });
  }

  view(pageId: string, view: PageView): void {
    const edits = new Set(this.state.edits);
    if (view === 'edits') edits.add(pageId);
    else edits.delete(pageId);
    this.set({ edits });
  }
}

export const EditModeContext = createContext<EditMode>(new EditMode());

export const useEditMode = (): EditModeState & { mode: EditMode } => {
  const mode = useContext(EditModeContext);
  return { mode, ...useSyncExternalStore(mode.subscribe, mode.snapshot) };
};
