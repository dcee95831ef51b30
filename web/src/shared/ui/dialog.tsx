import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.js';
import { useCountdown } from '../lib/use-countdown.js';
import { Button } from './button.js';
import { IconButton } from './icon-button.js';
import { PrimeDialog } from './prime-controls.js';
import './dialog.css';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  /** Buttons beside the one that closes. */
  tools?: ReactNode;
  /** `center`: a dialog; `start`, `end`: a sheet at that side; `bottom`: a bottom sheet, for menus on phones; `full`: full screen. */
  place?: 'center' | 'start' | 'end' | 'bottom' | 'full';
  /** Width of a centred dialog: 28 rem; a form 500 px (RDR-NOTES-01); a question as wide as its text, up to 700 px (RDR-SHELL-04). */
  size?: 'small' | 'form' | 'question';
};

const POSITIONS = {
  center: 'center',
  start: 'left',
  end: 'right',
  bottom: 'bottom',
  full: 'center',
} as const;

/** Restores the focus on close, also when the dialog is unmounted while it is open. */
const useFocusBack = (open: boolean): void => {
  useLayoutEffect(() => {
    if (!open) return undefined;
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, [open]);
};

/** A modal dialog: traps the focus, closes on Escape and on a press outside, restores the focus. */
export const Dialog = ({
  open,
  onClose,
  title,
  children,
  footer,
  tools,
  place = 'center',
  size = 'small',
}: DialogProps) => {
  const { t } = useTranslation();
  useFocusBack(open);
  // Rendered from the first opening on; it stays mounted when closed, because PrimeReact releases its z-index while hiding.
  const [isWanted, setWanted] = useState(open);
  if (open && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <PrimeDialog
      visible={open}
      onHide={onClose}
      modal
      dismissableMask
      blockScroll
      draggable={false}
      resizable={false}
      // Required for PrimeReact to listen for Escape; our header renders the close button.
      closable
      closeOnEscape
      showHeader={false}
      position={POSITIONS[place]}
      aria-label={title}
      footer={footer}
      pt={{
        mask: { className: 'dialog-veil', 'data-place': place } as object,
        root: { className: 'dialog', 'data-place': place, 'data-size': size } as object,
        content: { className: 'dialog__body' },
        footer: { className: 'dialog__footer' },
        transition: { timeout: 0, classNames: '' },
      }}
    >
      <div className="dialog__head">
        <h2 className="grow">{title}</h2>
        {tools}
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </div>
      {children}
    </PrimeDialog>
  );
};

/** A dialog at a side of the screen. */
export const Sheet = ({ place = 'start', ...rest }: DialogProps) => <Dialog place={place} {...rest} />;

export type ConfirmDialogProps = {
  open: boolean;
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** Label of the cancel button where "Cancel" would be ambiguous. */
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  /** Seconds during which confirming is disabled. */
  countdown?: number;
  onConfirm: () => void;
  onCancel: () => void;
};

type ConfirmButtonProps = Required<
  Pick<ConfirmDialogProps, 'danger' | 'busy' | 'countdown' | 'onConfirm'>
> & {
  children: ReactNode;
};

/** Counts down from when it is mounted. */
const ConfirmButton = ({ danger, busy, countdown, onConfirm, children }: ConfirmButtonProps) => {
  const { digits } = useFormat();
  const [until] = useState(() => Date.now() + countdown * 1_000);
  const left = useCountdown(until);
  return (
    <Button look={danger ? 'danger' : 'main'} busy={busy} disabled={left > 0} onClick={onConfirm}>
      {children}
      {left > 0 ? <span className="num"> ({digits(left)})</span> : null}
    </Button>
  );
};

/** Asks before an action that is hard to undo. */
export const ConfirmDialog = ({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel,
  danger = false,
  busy = false,
  countdown = 0,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      size="question"
      onClose={onCancel}
      title={title}
      footer={
        <>
          <Button onClick={onCancel}>{cancelLabel ?? t('cancel')}</Button>
          <ConfirmButton {...{ danger, busy, countdown, onConfirm }}>{confirmLabel}</ConfirmButton>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
};
