import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.js';
import { isolated } from '../lib/isolated.js';
import { useFrom } from '../lib/use-media.js';
import { Dialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { SHELF_PICTURES } from './shelf-icons.js';
import { ShelfFormDialog } from './shelf-form-dialog.js';
import { useShelfActions } from './use-shelf-actions.js';
import { useShelfName } from './use-shelf-name.js';
import './shelf-picker.css';

export type ShelfPickerProps = {
  document: { key: string; title: string; shelfId: string | null };
  shelves: readonly Shelf[];
  /** Shows the shelf it stands on too, with a check mark (RDR-TOC-12); otherwise only where else it may go. */
  withCurrent?: boolean;
  onMoved?: (shelfId: string) => void;
  onClose: () => void;
};

const MOVES: Record<string, 1 | -1 | 'first' | 'last'> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: 'first',
  End: 'last',
};

/**
 * The reader's other shelves for a document to go to, and a new one (ACC-LIBRARY-11): a sheet from below on a phone. Mounted
 * while it is open.
 */
export const ShelfPicker = ({
  document: moved,
  shelves,
  withCurrent = false,
  onMoved,
  onClose,
}: ShelfPickerProps) => {
  const { t } = useTranslation('shelves');
  const { number } = useFormat();
  const wide = useFrom('md');
  const nameOf = useShelfName();
  const { move } = useShelfActions();
  const list = useRef<HTMLDivElement>(null);
  const [creating, setCreating] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const others = shelves.filter(
    (shelf) => !shelf.subscribed_shelf && (withCurrent || shelf.id !== moved.shelfId),
  );

  const choose = async (shelfId: string) => {
    setBusy(shelfId);
    const done = shelfId === moved.shelfId || (await move(moved.key, shelfId));
    setBusy(null);
    if (!done) return;
    onMoved?.(shelfId);
    onClose();
  };

  const step = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
    if (by === undefined || entries.length === 0) return;
    event.preventDefault();
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const next = by === 'first' ? 0 : by === 'last' ? -1 : (at + by) % entries.length;
    entries.at(next)?.focus();
  };

  if (creating) {
    return (
      <ShelfFormDialog
        shelf={null}
        onClose={onClose}
        onDone={(shelf) => {
          void move(moved.key, shelf.id).then((done) => {
            if (done) onMoved?.(shelf.id);
          });
        }}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} title={t('picker.title')} place={wide ? 'center' : 'bottom'}>
      <p className="soft shelf-picker__of">
        {others.length > 0 ? t('picker.of', { title: isolated(moved.title) }) : t('picker.none')}
      </p>
      <div ref={list} role="menu" aria-label={t('picker.title')} className="shelf-picker">
        {others.map((shelf) => (
          <button
            key={shelf.id}
            type="button"
            role={withCurrent ? 'menuitemradio' : 'menuitem'}
            aria-checked={withCurrent ? shelf.id === moved.shelfId : undefined}
            aria-busy={busy === shelf.id || undefined}
            disabled={busy !== null}
            onKeyDown={step}
            onClick={() => void choose(shelf.id)}
          >
            <Icon name={SHELF_PICTURES[shelf.icon]} />
            <bdi className="grow cut">{nameOf(shelf)}</bdi>
            {withCurrent && shelf.id === moved.shelfId ? <Icon name="check" size="s" /> : null}
            <span
              className="num"
              aria-label={t('count', { count: shelf.document_count, total: number(shelf.document_count) })}
            >
              {number(shelf.document_count)}
            </span>
          </button>
        ))}
        <button
          type="button"
          role="menuitem"
          className="shelf-picker__new"
          disabled={busy !== null}
          onKeyDown={step}
          onClick={() => setCreating(true)}
        >
          <Icon name="add" />
          {t('picker.new')}
        </button>
      </div>
    </Dialog>
  );
};
