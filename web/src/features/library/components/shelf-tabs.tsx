import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { SHELF_PICTURES } from '../../../shared/shelves/shelf-icons.js';
import { useShelfName } from '../../../shared/shelves/use-shelf-name.js';
import { Icon, type IconName } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { ShelfMenu, type ShelfMenuProps } from './shelf-menu.js';
import './shelf-tabs.css';

export type ShelfTabsProps = {
  /** Id of the region that shows the chosen shelf. */
  panelId: string;
  shelves: readonly Shelf[];
  generalShelfId: string;
  /** The chosen shelf, null for all documents. */
  chosen: Shelf | null;
  onChoose: (shelf: Shelf | null) => void;
  dragged: LibraryItem | null;
  onDropOn: (shelf: Shelf) => void;
  /** Asks for a new shelf, for what is being dragged where something is. */
  onNew: () => void;
  onAct: ShelfMenuProps['onAct'];
};

/** Whether a document that is dragged may be let go on a shelf: on another one of the reader's own. */
const takes = (shelf: Shelf | null, dragged: LibraryItem | null): boolean =>
  shelf !== null && dragged !== null && !shelf.subscribed_shelf && shelf.id !== dragged.shelf_id;

const KEYS: Record<string, 'next' | 'previous' | 'first' | 'last'> = { Home: 'first', End: 'last' };

/** The shelves of the reader as tabs over the list, with the menu of the chosen one (ACC-LIBRARY-07). */
export const ShelfTabs = ({
  panelId,
  shelves,
  generalShelfId,
  chosen,
  onChoose,
  dragged,
  onDropOn,
  onNew,
  onAct,
}: ShelfTabsProps) => {
  const { t } = useTranslation('shelves');
  const list = useRef<HTMLDivElement>(null);
  const nameOf = useShelfName();
  const tabs: readonly (Shelf | null)[] = [null, ...shelves];
  const ownCount = shelves
    .filter((shelf) => !shelf.subscribed_shelf)
    .reduce((sum, shelf) => sum + shelf.document_count, 0);

  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected=true]');
    // Not every engine a test runs in lays out.
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [chosen?.id]);

  const step = (event: KeyboardEvent) => {
    const rtl = document.documentElement.dir === 'rtl';
    const way =
      event.key === 'ArrowLeft' || event.key === 'ArrowRight'
        ? (event.key === 'ArrowRight') === rtl
          ? 'previous'
          : 'next'
        : KEYS[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab?.id === chosen?.id);
    const to = { next: at + 1, previous: at - 1, first: 0, last: tabs.length - 1 }[way];
    const next = (to + tabs.length) % tabs.length;
    onChoose(tabs[next] ?? null);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div className="shelf-tabs">
      <div ref={list} role="tablist" aria-label={t('tabs.label')} className="shelf-tabs__list">
        {tabs.map((shelf) => (
          <Tab
            key={shelf?.id ?? 'all'}
            panelId={panelId}
            label={shelf ? nameOf(shelf) : t('tabs.all')}
            note={
              shelf?.subscribed_shelf ? t('tabs.followed') : shelf?.is_public ? t('tabs.open') : undefined
            }
            icon={shelf ? (shelf.subscribed_shelf ? 'people' : SHELF_PICTURES[shelf.icon]) : undefined}
            count={shelf?.document_count ?? ownCount}
            selected={shelf?.id === chosen?.id}
            taking={takes(shelf, dragged)}
            onKeyDown={step}
            onSelect={() => onChoose(shelf)}
            onDrop={() => shelf && onDropOn(shelf)}
          />
        ))}
      </div>
      {chosen && chosen.id !== generalShelfId ? <ShelfMenu shelf={chosen} onAct={onAct} /> : null}
      <NewShelf taking={dragged !== null} onNew={onNew} />
    </div>
  );
};

/** What a place needs to have documents let go on it. */
const useDrop = (taking: boolean, onDrop: () => void) => {
  const [over, setOver] = useState(false);
  return {
    'data-taking': taking || undefined,
    'data-over': (taking && over) || undefined,
    onDragOver: (event: DragEvent) => {
      if (!taking) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!taking) return;
      event.preventDefault();
      onDrop();
    },
  };
};

const Tab = ({
  panelId,
  label,
  note,
  icon,
  count,
  selected,
  taking,
  onKeyDown,
  onSelect,
  onDrop,
}: {
  panelId: string;
  label: string;
  note?: string;
  icon?: IconName;
  count: number;
  selected: boolean;
  taking: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onSelect: () => void;
  onDrop: () => void;
}) => {
  const { t } = useTranslation('shelves');
  const { number } = useFormat();
  return (
    <button
      {...useDrop(taking, onDrop)}
      type="button"
      role="tab"
      className="shelf-tab"
      aria-selected={selected}
      aria-controls={panelId}
      tabIndex={selected ? 0 : -1}
      onKeyDown={onKeyDown}
      onClick={onSelect}
    >
      {icon ? <Icon name={icon} size="s" /> : null}
      <bdi className="cut">{label}</bdi>
      {note ? <span className="visually-hidden">{note}</span> : null}
      <span className="num" aria-label={t('count', { count, total: number(count) })} role="img">
        {number(count)}
      </span>
    </button>
  );
};

const NewShelf = ({ taking, onNew }: { taking: boolean; onNew: () => void }) => {
  const { t } = useTranslation('shelves');
  return (
    <IconButton
      {...useDrop(taking, onNew)}
      className="shelf-tabs__new"
      icon="add"
      label={t('tabs.new')}
      onClick={onNew}
    />
  );
};
