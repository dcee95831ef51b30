import type { ContentItem } from '@hamkhan/contracts/content';
import { Fragment, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import type { EditedText } from '../hooks/use-edited-text.js';
import { type Drag, useItemDrag } from '../hooks/use-item-drag.js';
import { type EditableType, newItem, newItemId, type TableSample } from '../lib/item-defaults.js';
import { markdownOfItem } from '../lib/item-diff.js';
import { readableIndexes } from '../lib/item-lists.js';
import { isOpenChanged } from '../lib/working-copy.js';
import { AddMenu } from './add-menu.js';
import { EditRow } from './edit-row.js';
import { ItemEditor } from './item-editor.js';
import './items-editor.css';
import './edit-parts.css';

export type ItemsEditorProps = {
  edited: EditedText;
  /** The original's items, when a translation is edited. */
  sources: readonly ContentItem[] | null;
  lang: string;
  /** The page whose document's files may be used; null for users who may not. */
  media: { pageId: string } | null;
  /** Saves every change at once; otherwise the user sends them together. */
  autoSave: boolean;
  show: (items: readonly ContentItem[]) => ReactNode;
  showSource: (items: readonly ContentItem[]) => ReactNode;
};

type FocusTarget = { item: string; part: 'edit' | 'handle' };

/** Returns the focus to a row after its item was closed or moved; call the result before that change. */
const useRowFocus = (root: { current: HTMLElement | null }) => {
  const target = useRef<FocusTarget | null>(null);
  useLayoutEffect(() => {
    const wanted = target.current;
    if (!wanted) return;
    target.current = null;
    root.current
      ?.querySelector<HTMLElement>(
        `[data-edit-row="${CSS.escape(wanted.item)}"] [data-part="${wanted.part}"]`,
      )
      ?.focus();
  });
  return (wanted: FocusTarget) => {
    target.current = wanted;
  };
};

const useTableSample = (): TableSample => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  return {
    heads: [t('table.sampleHead', { at: number(1) }), t('table.sampleHead', { at: number(2) })],
    cells: [t('table.sampleCell', { at: number(1) }), t('table.sampleCell', { at: number(2) })],
  };
};

/** Changes to the items; each warns when an open item with changes must be saved first. */
const useItemActions = (
  { edited: { session, key, copy }, sources, autoSave }: ItemsEditorProps,
  sample: TableSample,
) => {
  const { t } = useTranslation('editing');
  const warnUnless = (isDone: boolean) => {
    if (!isDone) showMessage('warning', t('saveFirst'));
  };
  return {
    add: (before: number, type: EditableType) => {
      const id = newItemId(Date.now(), [...copy.items, ...(sources ?? [])]);
      warnUnless(session.openNewItem(key, before, newItem(type, id, sample)));
    },
    edit: (index: number) => warnUnless(session.openItem(key, index)),
    remove: (index: number) => warnUnless(session.removeItem(key, index, autoSave)),
    move: (from: number, before: number) => warnUnless(session.moveItem(key, from, before, autoSave)),
    undo: () => session.undo(key, autoSave),
  };
};

/** The editor of the open item, if any. */
const OpenItemEditor = ({
  edited: { session, open },
  sources,
  lang,
  media,
  autoSave,
  sample,
  show,
  showSource,
  onClose,
}: ItemsEditorProps & { sample: TableSample; onClose: () => void }) => {
  const sourceById = useMemo(() => new Map((sources ?? []).map((item) => [item.id, item])), [sources]);
  if (!open) return null;
  const counterpart = sourceById.get(open.draft.id);
  // The source of formulas and code is usually the same as the text: show it only when it differs.
  const source =
    counterpart && markdownOfItem(counterpart) !== markdownOfItem(open.original) ? counterpart : null;
  const closeWith = (close: () => void) => {
    onClose();
    close();
  };
  return (
    <ItemEditor
      key={`${open.draft.id}/${open.isNew}`}
      item={open.draft}
      unsaved={isOpenChanged(open)}
      isNew={open.isNew}
      source={source ? showSource([source]) : null}
      lang={lang}
      sample={sample}
      media={media}
      show={(item) => show([item])}
      onChange={(item) => session.changeOpen(item)}
      onSave={() => closeWith(() => session.acceptOpen(autoSave))}
      onCancel={() => closeWith(() => session.cancelOpen())}
    />
  );
};

/** Where the item was that was deleted last, with a button to restore it. */
const RemovedRow = ({ type, onUndo }: { type: ContentItem['type']; onUndo: () => void }) => {
  const { t } = useTranslation('editing');
  return (
    <li className="edit-row edit-row--removed">
      <Notice
        icon="trash"
        live
        action={
          <Button size="s" icon="undo" onClick={onUndo}>
            {t('undo')}
          </Button>
        }
      >
        {t('removed', { type: t(`types.${type}`) })}
      </Notice>
    </li>
  );
};

/** Announces where an item dragged by keyboard would be dropped. */
const DragAnnouncement = ({ drag, count }: { drag: Drag | null; count: number }) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const place = drag ? (drag.slot > drag.from ? drag.slot : drag.slot + 1) : 0;
  return (
    <p className="visually-hidden" role="status">
      {drag?.by === 'key' ? t('drag.at', { place: number(place), count: number(count) }) : ''}
    </p>
  );
};

/** The row before which an item at `index` belongs. */
const rowBefore = (indexes: readonly number[], index: number): number => {
  const row = indexes.findIndex((one) => one >= index);
  return row < 0 ? indexes.length : row;
};

/** What stands between two rows: where an item was deleted, and the editor of a new item. */
const BetweenRows = ({
  row,
  indexes,
  edited: { copy, open },
  newItemEditor,
  onUndo,
}: Pick<ItemsEditorProps, 'edited'> & {
  row: number;
  indexes: readonly number[];
  newItemEditor: ReactNode;
  onUndo: () => void;
}) => (
  <>
    {copy.removed && rowBefore(indexes, copy.removed.at) === row ? (
      <RemovedRow type={copy.removed.item.type} onUndo={onUndo} />
    ) : null}
    {open?.isNew && rowBefore(indexes, open.index) === row ? (
      <li className="edit-row" data-open>
        {newItemEditor}
      </li>
    ) : null}
  </>
);

/**
 * The items of a text with their tools (RDR-EDIT-01, -02): drag, edit, delete, add below; the open item is shown in its editor.
 */
export const ItemsEditor = (props: ItemsEditorProps) => {
  const { edited } = props;
  const { copy, open } = edited;
  const { t } = useTranslation('editing');
  const root = useRef<HTMLDivElement>(null);
  const focusAfter = useRowFocus(root);
  const sample = useTableSample();
  const { add, edit, remove, move, undo } = useItemActions(props, sample);
  const indexes = useMemo(() => readableIndexes(copy.items), [copy.items]);
  const { drag, handleProps } = useItemDrag(root, indexes.length, (from, slot) => {
    const index = indexes[from];
    const last = indexes.at(-1);
    if (index === undefined || last === undefined) return;
    focusAfter({ item: copy.items[index]?.id ?? '', part: 'handle' });
    move(index, indexes[slot] ?? last + 1);
  });
  const editor = open ? (
    <OpenItemEditor
      {...props}
      sample={sample}
      onClose={() => focusAfter({ item: open.draft.id, part: 'edit' })}
    />
  ) : null;
  const between = { indexes, edited, newItemEditor: editor, onUndo: undo };
  const rowOf = (index: number, row: number) => {
    const item = copy.items[index];
    return item ? (
      <Fragment key={item.id}>
        <BetweenRows {...between} row={row} />
        <EditRow
          item={item}
          row={row}
          rowCount={indexes.length}
          drag={drag}
          handleProps={handleProps(row)}
          editor={open !== null && !open.isNew && open.index === index ? editor : null}
          show={props.show}
          onEdit={() => edit(index)}
          onRemove={() => remove(index)}
          onAdd={(type) => add(index + 1, type)}
        />
      </Fragment>
    ) : null;
  };
  return (
    <div ref={root} className="items-editor" data-no-swipe data-dragging={drag?.by}>
      <div className="items-editor__top">
        <AddMenu label={t('addTop')} withLabel onAdd={(type) => add(indexes[0] ?? 0, type)} />
      </div>
      <ol className="items-editor__list" aria-label={t('items')}>
        {indexes.map(rowOf)}
        <BetweenRows {...between} row={indexes.length} />
      </ol>
      {indexes.length === 0 && !open ? <p className="soft edit-center">{t('noItems')}</p> : null}
      <DragAnnouncement drag={drag} count={indexes.length} />
    </div>
  );
};
