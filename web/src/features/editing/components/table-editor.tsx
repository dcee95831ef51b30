import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '@hamkhan/contracts/http/edited-items';
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
import { MarkedFields } from './marked-fields.js';
import { TextInput } from '../../../shared/ui/prime-controls.js';
import './table-editor.css';

/** The header's row number. */
const HEAD_ROW = -1;
const firstRow = (table: TableModel): number => (table.head ? HEAD_ROW : 0);

const cellName = (row: number, column: number): string => `${row}.${column}`;

/** The table being edited; `put` changes it and can focus a cell afterwards. */
const useTableState = ({ item, onChange }: Pick<EditorProps<ItemOf<'table'>>, 'item' | 'onChange'>) => {
  const host = useRef<HTMLTableElement>(null);
  const [table, setTable] = useState<TableModel>(() => readTable(item.content));
  const cellToFocus = useRef<string | null>(null);
  const focusCell = (name: string) => {
    host.current?.querySelector<HTMLElement>(`[data-cell="${name}"]`)?.focus();
  };
  useLayoutEffect(() => {
    if (cellToFocus.current === null) return;
    focusCell(cellToFocus.current);
    cellToFocus.current = null;
  });
  const put = (next: TableModel, focus?: string) => {
    if (next === table) return;
    if (focus !== undefined) cellToFocus.current = focus;
    setTable(next);
    onChange({ ...item, content: writeTable(next) });
  };
  /** Enter and the arrow keys move between rows; Enter in the last row adds one. */
  const onKey = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const isDown = event.key === 'ArrowDown' || event.key === 'Enter';
    if (event.key === 'ArrowUp' && row > firstRow(table)) {
      event.preventDefault();
      focusCell(cellName(row - 1, column));
    } else if (isDown && row < table.rows.length - 1) {
      event.preventDefault();
      focusCell(cellName(row + 1, column));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      put(addRow(table, row + 1), cellName(row + 1, column));
    }
  };
  return { host, table, put, onKey };
};

type PutTable = ReturnType<typeof useTableState>['put'];

const RemoveColumnRow = ({ table, put }: { table: TableModel; put: PutTable }) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  return (
    <tr>
      {table.marks.map((_, column) => (
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
  );
};

/** Buttons to add a row or column, and the size of the table. */
const TableFoot = ({ table, put }: { table: TableModel; put: PutTable }) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const columns = table.marks.length;
  return (
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
        onClick={() => put(addColumn(table, columns), cellName(firstRow(table), columns))}
      >
        {t('table.addColumn')}
      </Button>
      <p className="small soft" role="status">
        {t('table.size', {
          rows: number(table.rows.length),
          columns: number(columns),
          maxRows: number(MAX_TABLE_ROWS),
          maxColumns: number(MAX_TABLE_COLUMNS),
        })}
      </p>
    </div>
  );
};

type CellProps = {
  text: string;
  row: number;
  column: number;
  lang: string;
  onKey: (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => void;
  onText: (text: string) => void;
};

const Cell = ({ text, row, column, lang, onKey, onText }: CellProps) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  return (
    <TextInput
      className="table-editor__cell"
      data-marks
      data-cell={cellName(row, column)}
      aria-label={
        row === HEAD_ROW
          ? t('table.headCell', { column: number(column + 1) })
          : t('table.cell', { row: number(row + 1), column: number(column + 1) })
      }
      value={text}
      lang={lang}
      dir={text === '' ? undefined : 'auto'}
      onKeyDown={(event) => onKey(event, row, column)}
      onChange={(event) => onText(event.target.value)}
    />
  );
};

/** A table cell by cell, up to 20 rows and 10 columns (RDR-EDIT-16, -17). */
export const TableEditor = ({ item, onChange, lang }: EditorProps<ItemOf<'table'>>) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const { host, table, put, onKey } = useTableState({ item, onChange });
  const hasHead = table.head !== null;
  const cell = (text: string, row: number, column: number) => (
    <Cell {...{ text, row, column, lang, onKey }} onText={(next) => put(setCell(table, row, column, next))} />
  );
  return (
    <MarkedFields
      tools={
        <ToggleChip
          pressed={hasHead}
          disabled={!canSetHead(table, !hasHead)}
          onToggle={() => put(setHead(table, !hasHead))}
        >
          {t('table.head')}
        </ToggleChip>
      }
    >
      <div className="table-editor">
        <table ref={host} aria-label={t('types.table')}>
          <thead>
            <RemoveColumnRow table={table} put={put} />
            {table.head ? (
              <tr>
                {table.head.map((text, column) => (
                  <th key={column} scope="col">
                    {cell(text, HEAD_ROW, column)}
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
      <TableFoot table={table} put={put} />
    </MarkedFields>
  );
};
