import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './popover.css';

export type PopoverTriggerProps = {
  onClick: () => void;
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
};

export type PopoverProps = {
  /** Accessible name of the panel. */
  label: string;
  /** Renders the button; pass all props on to it. */
  trigger: (props: PopoverTriggerProps) => ReactNode;
  /** Content of the panel; call `close` when navigating. */
  children: (close: () => void) => ReactNode;
};

/** A panel under its button. It closes on Escape, on a press outside and when the focus leaves; Escape restores the focus. */
export const Popover = ({ label, trigger, children }: PopoverProps) => {
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);

  useEffect(() => {
    if (!open) return undefined;
    panel.current?.focus();
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      root.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    };
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) close();
  };

  return (
    <div ref={root} className="popover-root" onBlur={onBlur}>
      {trigger({
        onClick: () => setOpen(!open),
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open ? (
        <div ref={panel} id={id} className="popover" role="dialog" aria-label={label} tabIndex={-1}>
          {children(close)}
        </div>
      ) : null}
    </div>
  );
};
