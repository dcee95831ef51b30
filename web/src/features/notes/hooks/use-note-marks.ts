import type { PageText } from '@hamkhan/contracts/page-text';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { rangeOf } from '../../../shared/text/place-text.js';
import { readDom } from '../lib/dom-text.js';
import { hideHighlights, showHighlights } from '../lib/note-highlights.js';
import { highlightsOf, type MarginMark, marginMarksOf, type VisibleNote } from '../lib/note-marks.js';
import type { PlacedNote } from '../lib/place-notes.js';

/** The frame of the text that an overlay lies in. */
export const textFrameOf = (host: RefObject<Element | null>): Element | null =>
  host.current?.closest('[data-text]') ?? null;

/** Finds the notes of a text whose passages are rendered in a frame. */
export type VisibleIn = (frame: Element) => VisibleNote[];

export const useVisibleNotes = (placed: readonly PlacedNote[], text: PageText): VisibleIn =>
  useCallback(
    (frame) => {
      const dom = readDom(frame, text);
      return placed.flatMap((one) => {
        const range = rangeOf(dom, one.range);
        return range ? [{ ...one, dom: range }] : [];
      });
    },
    [placed, text],
  );

/** Highlights the passages of the visible notes, the linked note above all, and returns their marks in the margin. */
export const useNoteMarks = (
  host: RefObject<HTMLElement | null>,
  visibleIn: VisibleIn,
  linkedId: string | null,
): readonly MarginMark[] => {
  const [marks, setMarks] = useState<readonly MarginMark[]>([]);
  useLayoutEffect(() => {
    const frame = textFrameOf(host);
    if (!frame) return undefined;
    const owner = {};
    let frameRequest = 0;
    const update = () => {
      const visible = visibleIn(frame);
      showHighlights(owner, highlightsOf(visible, linkedId));
      setMarks(marginMarksOf(visible, frame));
    };
    const scheduleUpdate = () => {
      cancelAnimationFrame(frameRequest);
      frameRequest = requestAnimationFrame(update);
    };
    update();
    // Images and formulas load and the window changes size: marks move with their passages.
    const observer = new ResizeObserver(scheduleUpdate);
    observer.observe(frame);
    return () => {
      cancelAnimationFrame(frameRequest);
      observer.disconnect();
      hideHighlights(owner);
    };
  }, [host, visibleIn, linkedId]);
  return marks;
};
