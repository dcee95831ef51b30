import type { EditType } from '@hamkhan/contracts/http/editing';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** What a page shows: its text, or the suggestions for it (RDR-READER-22). */
export type PageView = 'content' | 'edits';

export type EditModeState = {
  /** Edit mode: every page shows the tools of its items. */
  isOn: boolean;
  /** Some edits are not saved on the server. */
  hasUnsaved: boolean;
  /** The user is asked whether to leave edit mode. */
  isConfirmingExit: boolean;
  /** Ids of the pages that show their suggestions. */
  pagesShowingEdits: ReadonlySet<string>;
  /** The page in the suggestion dialog, and the text of it that was chosen, if any. */
  suggesting: { pageId: string; type: EditType | null } | null;
};

/**
 * Whether a document is in edit mode. It is loaded with the reader and therefore small; the editors are loaded on demand, and
 * report unsaved edits and how to discard them.
 */
export class EditMode {
  private state: EditModeState = {
    isOn: false,
    hasUnsaved: false,
    isConfirmingExit: false,
    pagesShowingEdits: new Set(),
    suggesting: null,
  };
  private readonly listeners = new Set<() => void>();
  private discardEdits: () => void = () => {};

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): EditModeState => this.state;

  private set(part: Partial<EditModeState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }

  setOn(isOn: boolean): void {
    const { pagesShowingEdits } = this.state;
    this.set({
      isOn,
      isConfirmingExit: false,
      pagesShowingEdits: isOn ? new Set() : pagesShowingEdits,
    });
  }

  /** Shows or closes the question whether to leave edit mode. */
  confirmExit(isConfirmingExit: boolean): void {
    this.set({ isConfirmingExit });
  }

  startSuggesting(pageId: string, type: EditType | null = null): void {
    this.set({ suggesting: { pageId, type } });
  }
  stopSuggesting(): void {
    this.set({ suggesting: null });
  }

  /** Called by the editors when their unsaved edits change; `discardEdits` drops them. */
  reportUnsaved(hasUnsaved: boolean, discardEdits: () => void): void {
    this.discardEdits = discardEdits;
    if (hasUnsaved !== this.state.hasUnsaved) this.set({ hasUnsaved });
  }

  discard(): void {
    this.discardEdits();
    if (this.state.hasUnsaved) this.set({ hasUnsaved: false });
  }

  setView(pageId: string, view: PageView): void {
    const pagesShowingEdits = new Set(this.state.pagesShowingEdits);
    if (view === 'edits') pagesShowingEdits.add(pageId);
    else pagesShowingEdits.delete(pageId);
    this.set({ pagesShowingEdits });
  }
}

export const EditModeContext = createContext<EditMode>(new EditMode());

export const useEditMode = (): EditModeState & { mode: EditMode } => {
  const mode = useContext(EditModeContext);
  return { mode, ...useSyncExternalStore(mode.subscribe, mode.snapshot) };
};
