import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isShortcut } from '../../../shared/lib/reader-shortcuts.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import type { EditorProps, ItemOf } from '../lib/editor-props.js';
import {
  canIndent,
  canOutdent,
  entriesOf,
  insertRow,
  type ListRow,
  numberInList,
  removeRow,
  rowsOfList,
  setOrdered,
  shiftRow,
} from '../lib/list-rows.js';
import { MarkedFields } from './marked-fields.js';
import { TextArea } from '../../../shared/ui/prime-controls.js';
import './list-editor.css';

const KINDS = ['unordered', 'ordered'] as const;

/** The rows being edited; `put` changes them and can focus a row afterwards. */
const useListRows = ({ item, onChange }: Pick<EditorProps<ItemOf<'list'>>, 'item' | 'onChange'>) => {
  const host = useRef<HTMLOListElement>(null);
  const [rows, setRows] = useState<ListRow[]>(() => {
    const known = rowsOfList(item);
    return known.length > 0 ? known : [{ text: '', depth: 1, ordered: item.list_type === 'ordered' }];
  });
  const rowToFocus = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (rowToFocus.current === null) return;
    const field = host.current?.querySelectorAll('textarea')[rowToFocus.current];
    rowToFocus.current = null;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  });
  const put = (next: ListRow[], focus?: number) => {
    if (focus !== undefined) rowToFocus.current = focus;
    setRows(next);
    const { list_type, entries } = entriesOf(next);
    onChange({ ...item, list_type, 'list-items': entries });
  };
  const focusRow = (index: number) => {
    rowToFocus.current = index;
    setRows([...rows]);
  };
  return { host, rows, put, focusRow };
};

type ListRows = Omit<ReturnType<typeof useListRows>, 'host'>;

/** Enter splits a row, Backspace removes an empty one, Alt with an arrow key changes its depth, up and down change rows. */
const handleKey = (
  event: KeyboardEvent<HTMLTextAreaElement>,
  index: number,
  { rows, put, focusRow }: ListRows,
): void => {
  if (event.nativeEvent.isComposing) return;
  const field = event.currentTarget;
  const { key, altKey } = event;
  if (key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    const [before, after] = [
      field.value.slice(0, field.selectionStart),
      field.value.slice(field.selectionEnd),
    ];
    const cut = rows.map((row, one) => (one === index ? { ...row, text: before } : row));
    put(insertRow(cut, index, after), index + 1);
  } else if (key === 'Backspace' && field.value === '' && rows.length > 1) {
    event.preventDefault();
    put(removeRow(rows, index), Math.max(0, index - 1));
  } else if (isShortcut(event, 'depth')) {
    event.preventDefault();
    const isDeeper = (getComputedStyle(field).direction === 'rtl') === (key === 'ArrowLeft');
    put(shiftRow(rows, index, isDeeper ? 1 : -1));
  } else if (key === 'ArrowUp' && !altKey && field.selectionEnd === 0 && index > 0) {
    event.preventDefault();
    focusRow(index - 1);
  } else if (
    key === 'ArrowDown' &&
    !altKey &&
    field.selectionStart === field.value.length &&
    index < rows.length - 1
  ) {
    event.preventDefault();
    focusRow(index + 1);
  }
};

/** Buttons to outdent, indent and remove a row. */
const RowTools = ({ list: { rows, put }, index }: { list: ListRows; index: number }) => {
  const { t } = useTranslation('editing');
  return (
    <span className="list-editor__tools">
      <IconButton
        icon="outdent"
        label={t('list.outdent')}
        disabled={!canOutdent(rows, index)}
        onClick={() => put(shiftRow(rows, index, -1), index)}
      />
      <IconButton
        icon="indent"
        label={t('list.indent')}
        disabled={!canIndent(rows, index)}
        onClick={() => put(shiftRow(rows, index, 1), index)}
      />
      <IconButton
        icon="close"
        label={t('list.remove')}
        disabled={rows.length < 2}
        onClick={() => put(removeRow(rows, index), Math.max(0, index - 1))}
      />
    </span>
  );
};

/** The text of a row, its number or bullet, and its tools. */
const ListRowField = ({
  list,
  index,
  isActive,
  lang,
  onFocus,
}: {
  list: ListRows;
  index: number;
  isActive: boolean;
  lang: string;
  onFocus: () => void;
}) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const { rows, put } = list;
  const row = rows[index];
  if (!row) return null;
  return (
    <li
      className="list-editor__row"
      data-active={isActive || undefined}
      style={{ marginInlineStart: `calc(${row.depth - 1} * var(--s5))` }}
    >
      <span className="list-editor__sign" aria-hidden="true">
        {row.ordered ? `${number(numberInList(rows, index))}.` : '•'}
      </span>
      <TextArea
        className="input edit-area"
        data-marks
        rows={1}
        aria-label={t('list.entry', { entry: number(index + 1), depth: number(row.depth) })}
        value={row.text}
        lang={lang}
        dir={row.text === '' ? undefined : 'auto'}
        onFocus={onFocus}
        onKeyDown={(event) => handleKey(event, index, list)}
        onChange={(event) =>
          put(rows.map((one, at) => (at === index ? { ...one, text: event.target.value } : one)))
        }
      />
      <RowTools list={list} index={index} />
    </li>
  );
};

/** A list row by row, each indented by its depth. */
export const ListEditor = ({ item, onChange, lang }: EditorProps<ItemOf<'list'>>) => {
  const { t } = useTranslation('editing');
  const { host, ...list } = useListRows({ item, onChange });
  const { rows, put } = list;
  const [active, setActive] = useState(0);
  const current = Math.min(active, rows.length - 1);
  return (
    <MarkedFields
      tools={
        <Segmented
          label={t('list.kind')}
          value={rows[current]?.ordered ? 'ordered' : 'unordered'}
          options={KINDS.map((value) => ({
            value,
            label: t(`list.${value}`),
            icon: value === 'ordered' ? ('list-numbered' as const) : ('list-bulleted' as const),
            iconOnly: true,
          }))}
          onChange={(kind) => put(setOrdered(rows, current, kind === 'ordered'))}
        />
      }
    >
      <ol ref={host} className="list-editor" aria-label={t('types.list')}>
        {rows.map((_, index) => (
          <ListRowField
            key={index}
            list={list}
            index={index}
            isActive={index === current}
            lang={lang}
            onFocus={() => setActive(index)}
          />
        ))}
      </ol>
      <div>
        <Button
          look="plain"
          size="s"
          icon="add"
          onClick={() => put(insertRow(rows, rows.length - 1), rows.length)}
        >
          {t('list.add')}
        </Button>
      </div>
    </MarkedFields>
  );
};
