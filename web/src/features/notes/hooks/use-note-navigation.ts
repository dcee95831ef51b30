import type { PageText } from '@hamkhan/contracts/page-text';
import { type RefObject, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { NOTE_QUERY } from '../../../shared/lib/notes-address.js';
import { offsetUnderPoint, readDom } from '../lib/dom-text.js';
import { notesUnder } from '../lib/note-marks.js';
import type { PlacedNote } from '../lib/place-notes.js';
import { textFrameOf, type VisibleIn } from './use-note-marks.js';

/** The page must rest this long before it is scrolled to the linked note, in milliseconds. */
const SCROLL_DELAY_MS = 150;
/** How long the passage of a linked note is highlighted, in milliseconds. */
const HIGHLIGHT_MS = 3_000;

/** Opens the notes of a clicked passage. Links, buttons and a selection in progress take precedence. */
export const useNoteClicks = (
  host: RefObject<HTMLElement | null>,
  text: PageText,
  visibleIn: VisibleIn,
  onOpen: (ids: readonly string[]) => void,
): void => {
  useEffect(() => {
    const frame = textFrameOf(host);
    if (!frame) return undefined;
    const onClick = (event: Event) => {
      if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return;
      if (event.target.closest('a, button, input') || window.getSelection()?.isCollapsed === false) return;
      const { clientX: x, clientY: y } = event;
      const offset = offsetUnderPoint(readDom(frame, text), x, y);
      if (offset === null) return;
      const clicked = notesUnder(visibleIn(frame), offset, { x, y });
      if (clicked.length > 0) onOpen(clicked.map(({ note }) => note.id));
    };
    frame.addEventListener('click', onClick);
    return () => frame.removeEventListener('click', onClick);
  }, [host, visibleIn, text, onOpen]);
};

/** Scrolls to the note named in the address, removes it from the address, and returns its id while it is highlighted. */
export const useLinkedNote = (
  host: RefObject<HTMLElement | null>,
  placed: readonly PlacedNote[],
  visibleIn: VisibleIn,
): string | null => {
  const [params, setParams] = useSearchParams();
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const wanted = params.get(NOTE_QUERY);
  useEffect(() => {
    const frame = textFrameOf(host);
    const isPlaced = wanted !== null && placed.some(({ note }) => note.id === wanted);
    if (!frame || !isPlaced) return undefined;
    const timer = setTimeout(() => {
      const range = visibleIn(frame).find(({ note }) => note.id === wanted)?.dom;
      const box = range?.getBoundingClientRect();
      if (box) window.scrollTo({ top: window.scrollY + box.top - window.innerHeight / 3 });
      setHighlightedId(wanted);
      setParams(
        (now) => {
          now.delete(NOTE_QUERY);
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    }, SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [host, wanted, placed, visibleIn, setParams]);
  useEffect(() => {
    if (highlightedId === null) return undefined;
    const timer = setTimeout(() => setHighlightedId(null), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [highlightedId]);
  return highlightedId;
};
