import type { ContentItem } from '@hamkhan/contracts/content';
import type { WorkingCopy } from './working-copy.js';

const MAX_UNDO_STEPS = 100;

type HistoryChange = Pick<WorkingCopy, 'items' | 'undoStack' | 'redoStack' | 'removed'>;

/** What changes in a copy that gets new items. */
export const afterEdit = (copy: WorkingCopy, items: readonly ContentItem[]): HistoryChange => ({
  items,
  undoStack: [...copy.undoStack, copy.items].slice(-MAX_UNDO_STEPS),
  redoStack: [],
  removed: null,
});

/** What changes in a copy when its last edit is undone; null without one. */
export const afterUndo = ({ items, undoStack, redoStack }: WorkingCopy): HistoryChange | null => {
  const previous = undoStack.at(-1);
  return previous
    ? { items: previous, undoStack: undoStack.slice(0, -1), redoStack: [...redoStack, items], removed: null }
    : null;
};

/** What changes in a copy when its last undone edit is redone; null without one. */
export const afterRedo = ({ items, undoStack, redoStack }: WorkingCopy): HistoryChange | null => {
  const next = redoStack.at(-1);
  return next
    ? { items: next, undoStack: [...undoStack, items], redoStack: redoStack.slice(0, -1), removed: null }
    : null;
};

/** What changes in a copy when its unsaved edits are discarded. */
export const afterDiscard = ({
  saved,
}: WorkingCopy): HistoryChange & Pick<WorkingCopy, 'saving' | 'failure' | 'conflict' | 'localDraft'> => ({
  items: saved,
  undoStack: [],
  redoStack: [],
  removed: null,
  saving: 'no',
  failure: null,
  conflict: null,
  localDraft: null,
});
