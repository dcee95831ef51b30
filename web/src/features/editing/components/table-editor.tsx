import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '@hamkhan/contracts/http/editing';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { ToggleChip } from '../../../shared/ui/chip.js';
import type { EditorProps, ItemOf } from '../lib/editor-props.js';
import {
  addColumn,
  addRow,
  canAddColumn,
  canAddRow,
  canRemoveColumn,
  canRemoveRow,
  canSetHead,
  readTable,
  removeColumn,
  removeRow,
  setCell,
  setHead,
  type TableModel,
  writeTable,
} from '../lib/table-model.js';
import { MarkedFields } from './mark-toolbar.js';
import { TextInput } from '../../../shared/ui/prime-controls.js';
import './table-editor.css';

const cellName = (row: number, column: number): string => `${row}.${column}`;

/** A table cell by cell, up to 20 rows and 10 columns (RDR-EDIT-16, -17). Enter and the arrows up and down go from row to row. */
export const TableEditor = ({ item, onChange, lang }: EditorProps<ItemOf<'table'>>) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const host = useRef<HTMLTableElement>(null);
  const [table, setTable] = useState<TableModel>(() => readTable(item.content));
  const wanted = useRef<string | null>(null);

  const focusCell = (name: string) => {
    host.current?.querySelector<HTMLElement>(`[data-cell="${name}"]`)?.focus();
  };
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    focusCell(wanted.current);
    wanted.current = null;
  });

  const put = (next: TableModel, focus?: string) => {
    if (next === table) return;
    if (focus !== undefined) wanted.current = focus;
    setTable(next);
    onChange({ ...item, content: writeTable(next) });
  };
  const first = table.head ? -1 : 0;
  const last = table.rows.length - 1;
  const onKey = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const down = event.key === 'ArrowDown' || event.key === 'Enter';
    if (event.key === 'ArrowUp' && row > first) {
      event.preventDefault();
      focusCell(cellName(row - 1, column));
    } else if (down && row < last) {
      event.preventDefault();
      focusCell(cellName(row + 1, column));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      put(addRow(table, row + 1), cellName(row + 1, column));
    }
  };
  const cell = (text: string, row: number, column: number) => (
    <TextInput
      className="table-editor__cell"
      data-marks
      data-cell={cellName(row, column)}
      aria-label={
        row < 0
          ? t('table.headCell', { column: number(column + 1) })
          : t('table.cell', { row: number(row + 1), column: number(column + 1) })
      }
      value={text}
      lang={lang}
      dir={text === '' ? undefined : 'auto'}
      onKeyDown={(event) => onKey(event, row, column)}
      onChange={(event) => put(setCell(table, row, column, event.target.value))}
    />
  );
  const columns = table.marks.map((_, column) => column);
  return (
    <MarkedFields
      tools={
        <ToggleChip
          pressed={table.head !== null}
          disabled={!canSetHead(table, table.head === null)}
          onToggle={() => put(setHead(table, table.head === null))}
        >
          {t('table.head')}
        </ToggleChip>
      }
    >
      <div className="table-editor">
        <table ref={host} aria-label={t('types.table')}>
          <thead>
            <tr>
              {columns.map((column) => (
                <td key={column}>
                  <IconButton
                    icon="close"
                    label={t('table.removeColumn', { column: number(column + 1) })}
                    disabled={!canRemoveColumn(table)}
                    onClick={() => put(removeColumn(table, column))}
                  />
                </td>
              ))}
              <td />
            </tr>
            {table.head ? (
              <tr>
                {table.head.map((text, column) => (
                  <th key={column} scope="col">
                    {cell(text, -1, column)}
                  </th>
                ))}
                <td />
              </tr>
            ) : null}
          </thead>
          <tbody>
            {table.rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((text, column) => (
                  <td key={column}>{cell(text, row, column)}</td>
                ))}
                <td>
                  <IconButton
                    icon="close"
                    label={t('table.removeRow', { row: number(row + 1) })}
                    disabled={!canRemoveRow(table)}
                    onClick={() => put(removeRow(table, row))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="table-editor__more">
        <Button
          look="plain"
          size="s"
          icon="add"
          disabled={!canAddRow(table)}
          onClick={() => put(addRow(table, table.rows.length), cellName(table.rows.length, 0))}
        >
          {t('table.addRow')}
        </Button>
        <Button
          look="plain"
          size="s"
          icon="add"
          disabled={!canAddColumn(table)}
          onClick={() => put(addColumn(table, columns.length), cellName(first, columns.length))}
        >
          {t('table.addColumn')}
        </Button>
        <p className="small soft" role="status">
          {t('table.size', {
            rows: number(table.rows.length),
            columns: number(columns.length),
            maxRows: number(MAX_TABLE_ROWS),
            maxColumns: number(MAX_TABLE_COLUMNS),
          })}
        </p>
      </div>
    </MarkedFields>
  );
};
