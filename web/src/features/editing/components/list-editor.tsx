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
  placeInList,
  removeRow,
  rowsOfList,
  setOrdered,
  shiftRow,
} from '../lib/list-rows.js';
import { MarkedFields } from './mark-toolbar.js';
import { TextArea } from '../../../shared/ui/prime-controls.js';
import './list-editor.css';

const KINDS = ['unordered', 'ordered'] as const;

/** A list line by line: Enter makes a line, the arrows of a line take it deeper or back. */
export const ListEditor = ({ item, onChange, lang }: EditorProps<ItemOf<'list'>>) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const host = useRef<HTMLOListElement>(null);
  const [rows, setRows] = useState<ListRow[]>(() => {
    const known = rowsOfList(item);
    return known.length > 0 ? known : [{ text: '', depth: 1, ordered: item.list_type === 'ordered' }];
  });
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const field = host.current?.querySelectorAll('textarea')[wanted.current];
    wanted.current = null;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  });

  const put = (next: ListRow[], focus?: number) => {
    if (focus !== undefined) wanted.current = focus;
    setRows(next);
    const { list_type, entries } = entriesOf(next);
    onChange({ ...item, list_type, 'list-items': entries });
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>, index: number) => {
    if (event.nativeEvent.isComposing) return;
    const field = event.currentTarget;
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const at = field.selectionStart;
      const [before, after] = [field.value.slice(0, at), field.value.slice(field.selectionEnd)];
      const cut = rows.map((row, one) => (one === index ? { ...row, text: before } : row));
      put(insertRow(cut, index, after), index + 1);
    } else if (event.key === 'Backspace' && field.value === '' && rows.length > 1) {
      event.preventDefault();
      put(removeRow(rows, index), Math.max(0, index - 1));
    } else if (isShortcut(event, 'depth')) {
      event.preventDefault();
      const forward = (getComputedStyle(field).direction === 'rtl') === (event.key === 'ArrowLeft');
      put(shiftRow(rows, index, forward ? 1 : -1));
    } else if (event.key === 'ArrowUp' && event.altKey === false && field.selectionEnd === 0 && index > 0) {
      event.preventDefault();
      wanted.current = index - 1;
      setRows([...rows]);
    } else if (
      event.key === 'ArrowDown' &&
      event.altKey === false &&
      field.selectionStart === field.value.length &&
      index < rows.length - 1
    ) {
      event.preventDefault();
      wanted.current = index + 1;
      setRows([...rows]);
    }
  };
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
        {rows.map((row, index) => (
          <li
            key={index}
            className="list-editor__row"
            data-active={index === current || undefined}
            style={{ marginInlineStart: `calc(${row.depth - 1} * var(--s5))` }}
          >
            <span className="list-editor__sign" aria-hidden="true">
              {row.ordered ? `${number(placeInList(rows, index))}.` : '•'}
            </span>
            <TextArea
              className="input edit-area"
              data-marks
              rows={1}
              aria-label={t('list.entry', { entry: number(index + 1), depth: number(row.depth) })}
              value={row.text}
              lang={lang}
              dir={row.text === '' ? undefined : 'auto'}
              onFocus={() => setActive(index)}
              onKeyDown={(event) => onKey(event, index)}
              onChange={(event) =>
                put(rows.map((one, at) => (at === index ? { ...one, text: event.target.value } : one)))
              }
            />
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
          </li>
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
