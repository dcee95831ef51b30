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

/** Where a dragged row comes from, and the slot it would go to: before the row of that number. */
export type Drag = { from: number; slot: number; by: 'pointer' | 'key' };

/** How far a pointer goes before it drags, and how near the edge of the window it scrolls, in pixels. */
const FAR = 5;
const EDGE = 72;
const STEP = 14;

const slotAt = (root: HTMLElement, y: number): number => {
  const rows = [...root.querySelectorAll('[data-edit-row]')];
  const below = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below < 0 ? rows.length : below;
};

const scrolledBy = (root: HTMLElement): ((y: number) => void) => {
  const frame = root.closest('[data-edit-scroll]');
  return (y) => (frame ? frame.scrollBy(0, y) : window.scrollBy(0, y));
};

/**
 * Rows that are dragged by their handles: with a pointer, or with Space, the arrows and Space again; Escape lets go. `onDrop` hears the row
 * and the slot, and is not called where the row would stay.
 */
export const useItemDrag = (
  root: RefObject<HTMLElement | null>,
  count: number,
  onDrop: (from: number, slot: number) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pointer = useRef<{ id: number; from: number; y: number; startY: number; on: boolean } | null>(null);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });

  const drop = useCallback((from: number, slot: number) => {
    setDrag(null);
    if (slot !== from && slot !== from + 1) latest.current(from, slot);
  }, []);
  const letGo = useCallback(() => {
    pointer.current = null;
    setDrag(null);
  }, []);

  const isDragging = drag?.by === 'pointer';
  useEffect(() => {
    if (!isDragging) return undefined;
    let request = 0;
    const follow = () => {
      const at = pointer.current;
      const frame = root.current;
      if (at && frame) {
        const by = at.y < EDGE ? -STEP : at.y > window.innerHeight - EDGE ? STEP : 0;
        if (by !== 0) {
          scrolledBy(frame)(by);
          const slot = slotAt(frame, at.y);
          setDrag((known) => (known && known.slot !== slot ? { ...known, slot } : known));
        }
      }
      request = requestAnimationFrame(follow);
    };
    request = requestAnimationFrame(follow);
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') letGo();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      cancelAnimationFrame(request);
      window.removeEventListener('keydown', onKey);
    };
  }, [isDragging, letGo, root]);

  const handleProps = (row: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      pointer.current = {
        id: event.pointerId,
        from: row,
        y: event.clientY,
        startY: event.clientY,
        on: false,
      };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const at = pointer.current;
      if (!at || at.id !== event.pointerId || !root.current) return;
      at.y = event.clientY;
      if (!at.on && Math.abs(at.y - at.startY) < FAR) return;
      at.on = true;
      const slot = slotAt(root.current, at.y);
      setDrag((known) =>
        known?.from === at.from && known.slot === slot ? known : { from: at.from, slot, by: 'pointer' },
      );
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const at = pointer.current;
      pointer.current = null;
      if (!at || at.id !== event.pointerId || !at.on || !root.current) return;
      if (drag) drop(at.from, slotAt(root.current, event.clientY));
    },
    onPointerCancel: letGo,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const held = drag?.by === 'key' && drag.from === row ? drag : null;
      const key = keyOf(event);
      const isLift = key === 'Space' || key === 'Enter';
      const step = { ArrowUp: -1, ArrowDown: 1 }[key];
      if (!held && !isLift) return;
      if (isLift) {
        event.preventDefault();
        if (held) drop(row, held.slot);
        else setDrag({ from: row, slot: row, by: 'key' });
      } else if (held && step !== undefined) {
        event.preventDefault();
        // The slots before and after the row itself are one place.
        const place = held.slot > row ? held.slot - 1 : held.slot;
        const next = Math.max(0, Math.min(count - 1, place + step));
        setDrag({ ...held, slot: next > row ? next + 1 : next });
      } else if (held && event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        letGo();
      }
    },
    onBlur: () => {
      if (drag?.by === 'key' && drag.from === row) letGo();
    },
  });
  return { drag, handleProps };
};
