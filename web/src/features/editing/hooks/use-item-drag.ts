import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { keyOf } from '../../../shared/lib/reader-shortcuts.js';

/** The dragged row, and the slot it would be dropped in: before the row of that number. */
export type Drag = { from: number; slot: number; by: 'pointer' | 'key' };

/** Pixels a pointer must move before it drags. */
const DRAG_THRESHOLD = 5;
/** Pixels from the edge of the window within which dragging scrolls, and pixels scrolled each frame. */
const SCROLL_ZONE = 72;
const SCROLL_STEP = 14;

type DragPointer = { id: number; from: number; y: number; startY: number; isDragging: boolean };
type SetDrag = (next: (known: Drag | null) => Drag | null) => void;

const slotAt = (root: HTMLElement, y: number): number => {
  const rows = [...root.querySelectorAll('[data-edit-row]')];
  const below = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below < 0 ? rows.length : below;
};

const scrollBy = (root: HTMLElement, y: number): void => {
  const frame = root.closest('[data-edit-scroll]');
  if (frame) frame.scrollBy(0, y);
  else window.scrollBy(0, y);
};

/** While a pointer drags: scrolls near the edges of the window, and lets Escape cancel. */
const useDragScroll = (
  isDragging: boolean,
  root: RefObject<HTMLElement | null>,
  pointer: RefObject<DragPointer | null>,
  setDrag: SetDrag,
  onCancel: () => void,
): void => {
  useEffect(() => {
    if (!isDragging) return undefined;
    let request = 0;
    const follow = () => {
      const at = pointer.current;
      const frame = root.current;
      if (at && frame) {
        const by =
          at.y < SCROLL_ZONE ? -SCROLL_STEP : at.y > window.innerHeight - SCROLL_ZONE ? SCROLL_STEP : 0;
        if (by !== 0) {
          scrollBy(frame, by);
          const slot = slotAt(frame, at.y);
          setDrag((known) => (known && known.slot !== slot ? { ...known, slot } : known));
        }
      }
      request = requestAnimationFrame(follow);
    };
    request = requestAnimationFrame(follow);
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') onCancel();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      cancelAnimationFrame(request);
      window.removeEventListener('keydown', onKey);
    };
  }, [isDragging, onCancel, root, pointer, setDrag]);
};

/** The slot one step up or down; the slots before and after the dragged row itself are one place. */
const steppedSlot = ({ from, slot }: Drag, step: number, count: number): number => {
  const place = slot > from ? slot - 1 : slot;
  const next = Math.max(0, Math.min(count - 1, place + step));
  return next > from ? next + 1 : next;
};

type DragState = {
  root: RefObject<HTMLElement | null>;
  pointer: RefObject<DragPointer | null>;
  drag: Drag | null;
  setDrag: SetDrag;
  drop: (from: number, slot: number) => void;
  cancel: () => void;
};

/** The pointer handlers of a row's handle. */
const usePointerHandlers =
  ({ root, pointer, drag, setDrag, drop, cancel }: DragState) =>
  (row: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      const { pointerId: id, clientY: y } = event;
      pointer.current = { id, from: row, y, startY: y, isDragging: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const at = pointer.current;
      if (!at || at.id !== event.pointerId || !root.current) return;
      at.y = event.clientY;
      if (!at.isDragging && Math.abs(at.y - at.startY) < DRAG_THRESHOLD) return;
      at.isDragging = true;
      const slot = slotAt(root.current, at.y);
      setDrag((known) =>
        known?.from === at.from && known.slot === slot ? known : { from: at.from, slot, by: 'pointer' },
      );
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const at = pointer.current;
      pointer.current = null;
      if (!at || at.id !== event.pointerId || !at.isDragging || !root.current) return;
      if (drag) drop(at.from, slotAt(root.current, event.clientY));
    },
    onPointerCancel: cancel,
  });

/** The keyboard handlers of a row's handle, among `count` rows. */
const useKeyHandlers =
  ({ drag, setDrag, drop, cancel }: DragState, count: number) =>
  (row: number) => {
    const held = drag?.by === 'key' && drag.from === row ? drag : null;
    return {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const key = keyOf(event);
        const step = { ArrowUp: -1, ArrowDown: 1 }[key];
        if (key === 'Space' || key === 'Enter') {
          event.preventDefault();
          if (held) drop(row, held.slot);
          else setDrag(() => ({ from: row, slot: row, by: 'key' }));
        } else if (held && step !== undefined) {
          event.preventDefault();
          setDrag(() => ({ ...held, slot: steppedSlot(held, step, count) }));
        } else if (held && event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          cancel();
        }
      },
      onBlur: () => {
        if (held) cancel();
      },
    };
  };

/**
 * Drags rows by their handles: with a pointer, or with Space, the arrow keys and Space again; Escape cancels. `onDrop` gets the
 * row and the slot, and is not called when the row stays in place.
 */
export const useItemDrag = (
  root: RefObject<HTMLElement | null>,
  count: number,
  onDrop: (from: number, slot: number) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pointer = useRef<DragPointer | null>(null);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });

  const drop = useCallback((from: number, slot: number) => {
    setDrag(null);
    if (slot !== from && slot !== from + 1) latest.current(from, slot);
  }, []);
  const cancel = useCallback(() => {
    pointer.current = null;
    setDrag(null);
  }, []);
  useDragScroll(drag?.by === 'pointer', root, pointer, setDrag, cancel);
  const state = { root, pointer, drag, setDrag, drop, cancel };
  const pointerHandlers = usePointerHandlers(state);
  const keyHandlers = useKeyHandlers(state, count);
  return { drag, handleProps: (row: number) => ({ ...pointerHandlers(row), ...keyHandlers(row) }) };
};
