import { type PointerEvent, useRef, useState, type WheelEvent } from 'react';

export const MAX_ZOOM = 6;
const WHEEL_STEP = 1.15;

type View = { scale: number; x: number; y: number };
const UNZOOMED: View = { scale: 1, x: 0, y: 0 };

const clampScale = (scale: number): number => Math.min(MAX_ZOOM, Math.max(1, scale));

/** Zooming and moving an image: the transform to apply, and the pointer and wheel handlers of its frame. */
export const useZoom = () => {
  const [view, setView] = useState<View>(UNZOOMED);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const pinch = useRef<{ distance: number; scale: number } | null>(null);

  const zoomBy = (factor: number) =>
    setView((now) => {
      const scale = clampScale(now.scale * factor);
      return scale === 1
        ? UNZOOMED
        : { scale, x: (now.x * scale) / now.scale, y: (now.y * scale) / now.scale };
    });
  const pointerDistance = (): number | null => {
    const [one, two] = [...pointers.current.values()];
    return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : null;
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture?.(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const distance = pointerDistance();
    pinch.current = distance === null ? null : { distance, scale: view.scale };
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const distance = pointerDistance();
    const start = pinch.current;
    if (distance !== null && start) {
      const scale = clampScale((start.scale * distance) / start.distance);
      setView((now) => (scale === 1 ? UNZOOMED : { ...now, scale }));
    } else setView((now) => (now.scale === 1 ? now : { ...now, x: now.x + dx, y: now.y + dy }));
  };
  const onPointerUp = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    pinch.current = null;
  };

  return {
    view,
    isZoomed: view.scale > 1,
    zoomBy,
    reset: () => setView(UNZOOMED),
    gestures: {
      onWheel: (event: WheelEvent) => zoomBy(event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP),
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
    },
  };
};

export type Zoom = ReturnType<typeof useZoom>;
