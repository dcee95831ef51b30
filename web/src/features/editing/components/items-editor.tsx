import type { ContentItem } from '@hamkhan/contracts/content';
import { Fragment, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Icon, type IconName } from '../../../shared/ui/icon.js';
import { Menu } from '../../../shared/ui/menu.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import type { Laid } from '../hooks/use-desk.js';
import { useItemDrag } from '../hooks/use-item-drag.js';
import { isUnsaved } from '../lib/editing-desk.js';
import {
  type EditableType,
  newItem,
  newItemId,
  OFFERED_TYPES,
  type TableSample,
} from '../lib/item-defaults.js';
import { textOfItem } from '../lib/item-diff.js';
import { readablePlaces } from '../lib/items.js';
import { ItemEditor } from './item-editor.js';
import './items-editor.css';
import './edit-parts.css';

const TYPE_ICONS: Record<EditableType, IconName> = {
  text: 'align-none',
  heading: 'heading',
  list: 'list-bulleted',
  table: 'table',
  math: 'formula',
  figure: 'image',
  figure_caption: 'note',
  table_caption: 'note',
  math_caption: 'note',
  code: 'braces',
};

const AddMenu = ({
  label,
  words,
  onAdd,
}: {
  label: string;
  /** Shows its name beside the sign. */
  words?: boolean;
  onAdd: (type: EditableType) => void;
}) => {
  const { t } = useTranslation('editing');
  return (
    <Menu
      label={label}
      entries={OFFERED_TYPES.map((type) => ({
        label: t(`types.${type}`),
        icon: TYPE_ICONS[type],
        onSelect: () => onAdd(type),
      }))}
      trigger={(props) =>
        words ? (
          <Button {...props} look="plain" size="s" icon="add">
            {label}
          </Button>
        ) : (
          <IconButton {...props} icon="add" label={label} />
        )
      }
    />
  );
};

export type ItemsEditorProps = {
  laid: Laid;
  /** The original's items, where a translation is edited. */
  sources: readonly ContentItem[] | null;
  lang: string;
  /** The page whose document's files may be used; null for those who may not. */
  media: { pageId: string } | null;
  /** Every change is sent at once; otherwise the reader sends the whole when it is done. */
  sending: boolean;
  show: (items: readonly ContentItem[]) => ReactNode;
  showSource: (items: readonly ContentItem[]) => ReactNode;
};

/**
 * The items of a text with their tools (RDR-EDIT-01, -02): a handle to drag, what it is, edit, delete, add below; and the one that is open in
 * its editor.
 */
export const ItemsEditor = ({
  laid: { desk, id, copy, open },
  sources,
  lang,
  media,
  sending,
  show,
  showSource,
}: ItemsEditorProps) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const root = useRef<HTMLDivElement>(null);
  const focus = useRef<{ item: string; part: 'edit' | 'handle' } | null>(null);
  const places = useMemo(() => readablePlaces(copy.items), [copy.items]);
  const sourceOf = useMemo(() => new Map((sources ?? []).map((item) => [item.id, item])), [sources]);
  const sample: TableSample = {
    heads: [t('table.sampleHead', { at: number(1) }), t('table.sampleHead', { at: number(2) })],
    cells: [t('table.sampleCell', { at: number(1) }), t('table.sampleCell', { at: number(2) })],
  };

  // Who closes an item or has moved it stands at it again.
  useLayoutEffect(() => {
    const wanted = focus.current;
    if (!wanted) return;
    focus.current = null;
    root.current
      ?.querySelector<HTMLElement>(
        `[data-edit-row="${CSS.escape(wanted.item)}"] [data-part="${wanted.part}"]`,
      )
      ?.focus();
  });

  const warn = () => showMessage('warning', t('saveFirst'));
  const add = (before: number, type: EditableType) => {
    const taken = [...copy.items, ...(sources ?? [])];
    if (!desk.add(id, before, newItem(type, newItemId(Date.now(), taken), sample))) warn();
  };
  const edit = (index: number) => {
    if (!desk.edit(id, index)) warn();
  };
  const remove = (index: number) => {
    if (!desk.remove(id, index, sending)) warn();
  };
  const close = (act: () => void) => {
    if (open) focus.current = { item: open.draft.id, part: 'edit' };
    act();
  };

  const { drag, handleProps } = useItemDrag(root, places.length, (from, slot) => {
    const index = places[from];
    const last = places.at(-1);
    if (index === undefined || last === undefined) return;
    focus.current = { item: copy.items[index]?.id ?? '', part: 'handle' };
    if (!desk.move(id, index, places[slot] ?? last + 1, sending)) warn();
  });
  const dropPlace = drag ? (drag.slot > drag.from ? drag.slot : drag.slot + 1) : 0;

  // Formulas and code are mostly the same in every text.
  const counterpart = open ? sourceOf.get(open.draft.id) : undefined;
  const source =
    open && counterpart && textOfItem(counterpart) !== textOfItem(open.original) ? counterpart : null;
  const editor = open ? (
    <ItemEditor
      key={`${open.draft.id}/${open.isNew}`}
      item={open.draft}
      unsaved={isUnsaved(open)}
      isNew={open.isNew}
      source={source ? showSource([source]) : null}
      lang={lang}
      sample={sample}
      media={media}
      show={(item) => show([item])}
      onChange={(item) => desk.write(item)}
      onSave={() => close(() => desk.accept(sending))}
      onCancel={() => close(() => desk.cancel())}
    />
  ) : null;
  /** The row before which an item stands that is not shown itself. */
  const rowAt = (index: number): number => {
    const row = places.findIndex((place) => place >= index);
    return row < 0 ? places.length : row;
  };
  const undone = (row: number) =>
    copy.removed && rowAt(copy.removed.at) === row ? (
      <li className="edit-row edit-row--gone">
        <Notice
          icon="trash"
          live
          action={
            <Button size="s" icon="undo" onClick={() => desk.undo(id, sending)}>
              {t('undo')}
            </Button>
          }
        >
          {t('removed', { type: t(`types.${copy.removed.item.type}`) })}
        </Notice>
      </li>
    ) : null;
  const adding = (row: number) =>
    open?.isNew && rowAt(open.index) === row ? (
      <li className="edit-row" data-open>
        {editor}
      </li>
    ) : null;

  return (
    <div ref={root} className="items-editor" data-no-swipe data-dragging={drag?.by}>
      <div className="items-editor__top">
        <AddMenu label={t('addTop')} words onAdd={(type) => add(places[0] ?? 0, type)} />
      </div>
      <ol className="items-editor__list" aria-label={t('items')}>
        {places.map((index, row) => {
          const item = copy.items[index];
          if (!item) return null;
          const isOpen = open !== null && !open.isNew && open.index === index;
          const type = t(`types.${item.type}`);
          const place = { type, place: number(row + 1) };
          return (
            <Fragment key={item.id}>
              {undone(row)}
              {adding(row)}
              <li
                className="edit-row"
                data-edit-row={item.id}
                data-open={isOpen || undefined}
                data-dragged={drag?.from === row || undefined}
                data-drop={
                  drag === null
                    ? undefined
                    : drag.slot === row
                      ? 'before'
                      : drag.slot === places.length && row === places.length - 1
                        ? 'after'
                        : undefined
                }
              >
                {isOpen ? (
                  editor
                ) : (
                  <>
                    <div className="edit-row__tools">
                      <button
                        type="button"
                        className="icon-btn edit-row__handle"
                        data-part="handle"
                        aria-label={t('drag.handle', place)}
                        aria-pressed={drag?.by === 'key' && drag.from === row}
                        title={t('drag.hint')}
                        {...handleProps(row)}
                      >
                        <Icon name="grip" />
                      </button>
                      <span className="tag">{type}</span>
                      <span className="grow" />
                      <IconButton
                        icon="edit"
                        data-part="edit"
                        label={t('editItem', place)}
                        onClick={() => edit(index)}
                      />
                      <IconButton icon="trash" label={t('deleteItem', place)} onClick={() => remove(index)} />
                      <AddMenu label={t('addBelow', place)} onAdd={(chosen) => add(index + 1, chosen)} />
                    </div>
                    <div className="edit-row__text">{show([item])}</div>
                  </>
                )}
              </li>
            </Fragment>
          );
        })}
        {undone(places.length)}
        {adding(places.length)}
      </ol>
      {places.length === 0 && !open ? <p className="soft edit-center">{t('noItems')}</p> : null}
      <p className="visually-hidden" role="status">
        {drag?.by === 'key' ? t('drag.at', { place: number(dropPlace), count: number(places.length) }) : ''}
      </p>
    </div>
  );
};
