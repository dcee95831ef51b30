import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import type { EditType } from '@hamkhan/contracts/http/editing';
import type { SuggestionListResponse } from '@hamkhan/contracts/http/suggestions';
import { useEffect, useSyncExternalStore } from 'react';
import { readConflict, saveCopy, useSuggestionChanges } from '../api/suggestions.js';
import { type EditMode, useEditMode } from '../lib/edit-mode.js';
import { EditSession } from '../lib/edit-session.js';
import { readLocalDraft, writeLocalDraft } from '../lib/local-draft.js';
import { type OpenItem, targetKey, type WorkingCopy } from '../lib/working-copy.js';

/** One edit session for each user of each open document, for as long as it is open. */
const sessions = new WeakMap<EditMode, Map<string, EditSession>>();

const sessionOf = (mode: EditMode, userId: string): EditSession => {
  const byUser = sessions.get(mode) ?? new Map<string, EditSession>();
  sessions.set(mode, byUser);
  const known = byUser.get(userId);
  if (known) return known;
  const session = new EditSession({
    save: (copy, texts) => saveCopy(copy.mode, copy, texts),
    readConflict,
    storeDraft: ({ pageId, type }, draft) => writeLocalDraft(userId, pageId, type, draft),
    now: Date.now,
  });
  session.subscribe(() => mode.reportUnsaved(session.isUnsaved(), () => session.discard()));
  byUser.set(userId, session);
  return session;
};

/** One text in the edit session, with the open item if it is in this text. */
export type EditedText = { session: EditSession; key: string; copy: WorkingCopy; open: OpenItem | null };

/** Loads one text of a page into the edit session once the user's suggestion for it is known; null until then. */
export const useEditedText = (
  page: ReaderPage,
  type: EditType,
  list: SuggestionListResponse | undefined,
  userId: string | undefined,
  onPage: (page: ReaderPage) => void,
): EditedText | null => {
  const { mode } = useEditMode();
  const { refresh } = useSuggestionChanges();
  const session = sessionOf(mode, userId ?? '');
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const { id: pageId, page_number: pageNumber } = page;

  useEffect(() => {
    session.onSave((target, saved) => {
      if (saved.page) onPage(saved.page);
      void refresh(target.pageId);
    });
  }, [session, onPage, refresh]);

  useEffect(() => {
    if (!list || userId === undefined) return;
    session.load(
      { pageId, pageNumber, type },
      list.edit_mode,
      page,
      list.edit_mode === 'suggest' ? list.user_suggestions[type] : null,
      readLocalDraft(userId, pageId, type),
    );
  }, [session, list, userId, page, pageId, pageNumber, type]);

  useEffect(() => {
    window.addEventListener('pagehide', session.storeDrafts);
    return () => {
      window.removeEventListener('pagehide', session.storeDrafts);
      session.storeDrafts();
    };
  }, [session]);

  const key = targetKey({ pageId, type });
  const copy = state.copies.get(key);
  return copy ? { session, key, copy, open: state.open?.key === key ? state.open : null } : null;
};
