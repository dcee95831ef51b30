import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { type ComponentProps, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.js';
import { isolated } from '../lib/isolated.js';
import { useFrom } from '../lib/use-media.js';
import { Dialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { SHELF_ICON_NAMES } from './shelf-icons.js';
import { ShelfFormDialog } from './shelf-form-dialog.js';
import { useShelfActions } from './use-shelf-actions.js';
import { useShelfName } from './use-shelf-name.js';
import './shelf-picker.css';

export type ShelfPickerProps = {
  document: { key: string; title: string; shelfId: string | null };
  shelves: readonly Shelf[];
  /** Also lists the document's current shelf, with a check mark (RDR-TOC-12). */
  withCurrent?: boolean;
  onMoved?: (shelfId: string) => void;
  onClose: () => void;
};

const STEPS: Record<string, 1 | -1 | 'first' | 'last'> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: 'first',
  End: 'last',
};

/** Moves the focus through the entries of `menu` with the arrow keys, Home and End. */
const useMenuKeys = (menu: RefObject<HTMLElement | null>) => (event: KeyboardEvent) => {
  const step = STEPS[event.key];
  const entries = [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  if (step === undefined || entries.length === 0) return;
  event.preventDefault();
  const index = entries.findIndex((entry) => entry === document.activeElement);
  const next = step === 'first' ? 0 : step === 'last' ? -1 : (index + step) % entries.length;
  entries.at(next)?.focus();
};

/** A shelf to move to. `isCurrent`: the document is on it; undefined in a menu without the current shelf. */
const ShelfEntry = ({
  shelf,
  isCurrent,
  ...props
}: { shelf: Shelf; isCurrent: boolean | undefined } & ComponentProps<'button'>) => {
  const { t } = useTranslation('shelves');
  const { number } = useFormat();
  const nameOf = useShelfName();
  const { document_count: count } = shelf;
  return (
    <button
      {...props}
      type="button"
      role={isCurrent === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isCurrent}
    >
      <Icon name={SHELF_ICON_NAMES[shelf.icon]} />
      <bdi className="grow cut">{nameOf(shelf)}</bdi>
      {isCurrent ? <Icon name="check" size="s" /> : null}
      <span className="num" aria-label={t('count', { count, total: number(count) })}>
        {number(count)}
      </span>
    </button>
  );
};

/** The menu of shelves; the last entry creates a new one. */
const ShelfEntries = ({
  document: moved,
  shelves,
  withCurrent = false,
  onMoved,
  onClose,
  onNew,
}: ShelfPickerProps & { onNew: () => void }) => {
  const { t } = useTranslation('shelves');
  const { move } = useShelfActions();
  const menu = useRef<HTMLDivElement>(null);
  const onKeyDown = useMenuKeys(menu);
  const [busy, setBusy] = useState<string | null>(null);
  const choose = async (shelfId: string) => {
    setBusy(shelfId);
    const done = shelfId === moved.shelfId || (await move(moved.key, shelfId));
    setBusy(null);
    if (!done) return;
    onMoved?.(shelfId);
    onClose();
  };
  return (
    <div ref={menu} role="menu" aria-label={t('picker.title')} className="shelf-picker">
      {shelves.map((shelf) => (
        <ShelfEntry
          key={shelf.id}
          shelf={shelf}
          isCurrent={withCurrent ? shelf.id === moved.shelfId : undefined}
          aria-busy={busy === shelf.id || undefined}
          disabled={busy !== null}
          onKeyDown={onKeyDown}
          onClick={() => void choose(shelf.id)}
        />
      ))}
      <button
        type="button"
        role="menuitem"
        className="shelf-picker__new"
        disabled={busy !== null}
        onKeyDown={onKeyDown}
        onClick={onNew}
      >
        <Icon name="add" />
        {t('picker.new')}
      </button>
    </div>
  );
};

/** Moves a document to another of the user's shelves, or to a new one (ACC-LIBRARY-11). Mounted while it is open. */
export const ShelfPicker = (props: ShelfPickerProps) => {
  const { document: moved, shelves, withCurrent = false, onMoved, onClose } = props;
  const { t } = useTranslation('shelves');
  const wide = useFrom('md');
  const { move } = useShelfActions();
  const [isCreating, setCreating] = useState(false);
  const offered = shelves.filter(
    (shelf) => !shelf.subscribed_shelf && (withCurrent || shelf.id !== moved.shelfId),
  );

  if (isCreating) {
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
        {offered.length > 0 ? t('picker.of', { title: isolated(moved.title) }) : t('picker.none')}
      </p>
      <ShelfEntries {...props} shelves={offered} onNew={() => setCreating(true)} />
    </Dialog>
  );
};
