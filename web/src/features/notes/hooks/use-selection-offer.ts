import type { PageText } from '@hamkhan/contracts/page-text';
import type { TextRange } from '@hamkhan/contracts/passages/item-place';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { readDom, toTextRange } from '../lib/dom-text.js';
import { textFrameOf } from './use-note-marks.js';

/** A selection must rest this long before a note is offered for it, in milliseconds. */
const REST_MS = 150;

/** The selected passage, and where in the frame to show the button, in pixels. */
export type SelectionOffer = { range: TextRange; top: number; inlineStart: number };

const isRtl = () => document.documentElement.dir === 'rtl';

const offerFor = (frame: Element, text: PageText): SelectionOffer | null => {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!frame.contains(range.startContainer)) return null;
  const inside = range.cloneRange();
  if (!frame.contains(range.endContainer) && frame.lastChild) inside.setEndBefore(frame.lastChild);
  const found = toTextRange(readDom(frame, text), text.text, inside);
  const last = [...range.getClientRects()].at(-1);
  if (!found || !last) return null;
  const box = frame.getBoundingClientRect();
  return {
    range: found,
    top: Math.min(last.bottom - box.top, box.height),
    inlineStart: isRtl() ? box.right - last.right : last.left - box.left,
  };
};

/** The passage selected in the text, once the pointer is up and the selection rests; null while there is none. */
export const useSelectionOffer = (host: RefObject<HTMLElement | null>, text: PageText) => {
  const [offer, setOffer] = useState<SelectionOffer | null>(null);
  useEffect(() => {
    const frame = textFrameOf(host);
    if (!frame) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPointerDown = false;
    const check = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setOffer(isPointerDown ? null : offerFor(frame, text)), REST_MS);
    };
    const onDown = (event: Event) => {
      isPointerDown = !(event.target instanceof Element && event.target.closest('.note-offer'));
    };
    const onUp = () => {
      isPointerDown = false;
      check();
    };
    // The selection may be older than this listener.
    check();
    document.addEventListener('selectionchange', check);
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onUp);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', check);
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onUp);
    };
  }, [host, text]);
  return { offer, clearOffer: useCallback(() => setOffer(null), []) };
};
