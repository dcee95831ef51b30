import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import type { EditType, SuggestionListResponse } from '@hamkhan/contracts/http/editing';
import { useEffect, useSyncExternalStore } from 'react';
import { readConflict, saveWork, useSuggestionChanges } from '../api/suggestions.js';
import { type EditMode, useEditMode } from '../lib/edit-mode.js';
import { EditingDesk, type OpenItem, placeKey, type WorkingCopy } from '../lib/editing-desk.js';
import { readKeptEdit, writeKeptEdit } from '../lib/kept-edit.js';

/** One desk for each reader of each open document, for as long as that is open. */
const desks = new WeakMap<EditMode, Map<string, EditingDesk>>();

const deskOf = (mode: EditMode, userId: string): EditingDesk => {
  const known = desks.get(mode) ?? new Map<string, EditingDesk>();
  desks.set(mode, known);
  const found = known.get(userId);
  if (found) return found;
  const desk = new EditingDesk({
    save: (copy, words) => saveWork(copy.mode, copy, words),
    readConflict,
    keep: (place, kept) => writeKeptEdit(userId, place.pageId, place.type, kept),
    now: Date.now,
  });
  desk.subscribe(() => mode.report(desk.isUnsaved(), () => desk.discard()));
  known.set(userId, desk);
  return desk;
};

/** A text on the desk with its open item, if that is in it. */
export type Laid = { desk: EditingDesk; id: string; copy: WorkingCopy; open: OpenItem | null };

/** Lays one text of a page on the desk, once it is known what the reader has suggested for it; null until then. */
export const useLaidText = (
  page: ReaderPage,
  type: EditType,
  list: SuggestionListResponse | undefined,
  userId: string | undefined,
  onPage: (page: ReaderPage) => void,
): Laid | null => {
  const { mode } = useEditMode();
  const { refresh } = useSuggestionChanges();
  const desk = deskOf(mode, userId ?? '');
  const state = useSyncExternalStore(desk.subscribe, desk.snapshot);
  const { id: pageId, page_number: pageNumber } = page;

  useEffect(() => {
    desk.listenToSaves((place, saved) => {
      if (saved.page) onPage(saved.page);
      void refresh(place.pageId);
    });
  }, [desk, onPage, refresh]);

  useEffect(() => {
    if (!list || userId === undefined) return;
    desk.lay(
      { pageId, pageNumber, type },
      list.edit_mode,
      page,
      list.edit_mode === 'suggest' ? list.user_suggestions[type] : null,
      readKeptEdit(userId, pageId, type),
    );
  }, [desk, list, userId, page, pageId, pageNumber, type]);

  useEffect(() => {
    window.addEventListener('pagehide', desk.keepNow);
    return () => {
      window.removeEventListener('pagehide', desk.keepNow);
      desk.keepNow();
    };
  }, [desk]);

  const id = placeKey({ pageId, type });
  const copy = state.copies.get(id);
  return copy ? { desk, id, copy, open: state.open?.key === id ? state.open : null } : null;
};
