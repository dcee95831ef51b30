import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { SHELF_ICON_NAMES } from '../../../shared/shelves/shelf-icons.js';
import { useShelfName } from '../../../shared/shelves/use-shelf-name.js';
import { Icon } from '../../../shared/ui/icon.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { useTabKeys } from '../hooks/use-tab-keys.js';
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
  /** Asks for a new shelf, for the dragged document if there is one. */
  onNew: () => void;
  onAct: ShelfMenuProps['onAct'];
};

/** Whether the dragged document can be dropped on a shelf: on another one of the user's own. */
const canDropOn = (shelf: Shelf | null, dragged: LibraryItem | null): boolean =>
  shelf !== null && dragged !== null && !shelf.subscribed_shelf && shelf.id !== dragged.shelf_id;

/** The number of documents on the user's own shelves. */
const ownDocumentCount = (shelves: readonly Shelf[]): number =>
  shelves.filter((shelf) => !shelf.subscribed_shelf).reduce((sum, shelf) => sum + shelf.document_count, 0);

/** Scrolls the selected tab into view. */
const useSelectedTabInView = (list: RefObject<HTMLElement | null>, selected: string | undefined): void =>
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected=true]');
    // jsdom has no layout.
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [list, selected]);

/** The user's shelves as tabs over the list, with the menu of the chosen one (ACC-LIBRARY-07). */
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
  const tabs: readonly (Shelf | null)[] = [null, ...shelves];
  const onKeyDown = useTabKeys(list, {
    selected: tabs.findIndex((tab) => tab?.id === chosen?.id),
    count: tabs.length,
    onSelect: (tab) => onChoose(tabs[tab] ?? null),
  });
  useSelectedTabInView(list, chosen?.id);

  return (
    <div className="shelf-tabs">
      <div ref={list} role="tablist" aria-label={t('tabs.label')} className="shelf-tabs__list">
        {tabs.map((shelf) => (
          <ShelfTab
            key={shelf?.id ?? 'all'}
            panelId={panelId}
            shelf={shelf}
            count={shelf?.document_count ?? ownDocumentCount(shelves)}
            isSelected={shelf?.id === chosen?.id}
            isDropTarget={canDropOn(shelf, dragged)}
            onKeyDown={onKeyDown}
            onSelect={() => onChoose(shelf)}
            onDrop={() => shelf && onDropOn(shelf)}
          />
        ))}
      </div>
      {chosen && chosen.id !== generalShelfId ? <ShelfMenu shelf={chosen} onAct={onAct} /> : null}
      <NewShelfButton isDropTarget={dragged !== null} onNew={onNew} />
    </div>
  );
};

/** The attributes and handlers of an element on which documents can be dropped. */
const useDrop = (isDropTarget: boolean, onDrop: () => void) => {
  const [isOver, setOver] = useState(false);
  return {
    'data-drop-target': isDropTarget || undefined,
    'data-over': (isDropTarget && isOver) || undefined,
    onDragOver: (event: DragEvent) => {
      if (!isDropTarget) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!isDropTarget) return;
      event.preventDefault();
      onDrop();
    },
  };
};

/** Says that a shelf is subscribed to or public, for screen readers. */
const ShelfKind = ({ shelf }: { shelf: Shelf }) => {
  const { t } = useTranslation('shelves');
  if (!shelf.subscribed_shelf && !shelf.is_public) return null;
  return <span className="visually-hidden">{t(shelf.subscribed_shelf ? 'tabs.followed' : 'tabs.open')}</span>;
};

/** The tab of a shelf; null is the tab of all documents. */
const ShelfTab = ({
  panelId,
  shelf,
  count,
  isSelected,
  isDropTarget,
  onKeyDown,
  onSelect,
  onDrop,
}: {
  panelId: string;
  shelf: Shelf | null;
  count: number;
  isSelected: boolean;
  isDropTarget: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onSelect: () => void;
  onDrop: () => void;
}) => {
  const { t } = useTranslation('shelves');
  const { number } = useFormat();
  const nameOf = useShelfName();
  return (
    <button
      {...useDrop(isDropTarget, onDrop)}
      type="button"
      role="tab"
      className="shelf-tab"
      aria-selected={isSelected}
      aria-controls={panelId}
      tabIndex={isSelected ? 0 : -1}
      onKeyDown={onKeyDown}
      onClick={onSelect}
    >
      {shelf ? (
        <Icon name={shelf.subscribed_shelf ? 'people' : SHELF_ICON_NAMES[shelf.icon]} size="s" />
      ) : null}
      <bdi className="cut">{shelf ? nameOf(shelf) : t('tabs.all')}</bdi>
      {shelf ? <ShelfKind shelf={shelf} /> : null}
      <span className="num" aria-label={t('count', { count, total: number(count) })} role="img">
        {number(count)}
      </span>
    </button>
  );
};

const NewShelfButton = ({ isDropTarget, onNew }: { isDropTarget: boolean; onNew: () => void }) => {
  const { t } = useTranslation('shelves');
  return (
    <IconButton
      {...useDrop(isDropTarget, onNew)}
      className="shelf-tabs__new"
      icon="add"
      label={t('tabs.new')}
      onClick={onNew}
    />
  );
};
