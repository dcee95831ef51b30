import type { Block } from '../block.js';
import { childElements, tokens } from '../markup.js';
import type { MarkupElement } from '../markup.js';
import type { ReadingState } from '../reading-state.js';
import { buildTable } from '../table-builder.js';
import type { SourceRow } from '../table-builder.js';
import { asCaption } from './captions.js';
import type { ContentReader, ElementHandler } from './element-handler.js';

const MAX_COLUMN_SPAN = 60;
const MAX_ROW_SPAN = 1000;

const spanOf = (value: string | undefined, max: number): number =>
  Math.min(max, Math.max(1, Number.parseInt(value ?? '1', 10) || 1));

const readRow = (
  row: MarkupElement,
  inHead: boolean,
  state: ReadingState,
  reader: ContentReader,
): SourceRow => {
  const cells = childElements(row).filter((cell) => cell.name === 'td' || cell.name === 'th');
  return {
    isHeader: inHead || (cells.length > 0 && cells.every((cell) => cell.name === 'th')),
    cells: cells.map((cell) => ({
      blocks: reader.readBlocks(cell, state),
      columns: spanOf(cell.attributes['colspan'], MAX_COLUMN_SPAN),
      rows: spanOf(cell.attributes['rowspan'], MAX_ROW_SPAN),
      isHeader: cell.name === 'th',
    })),
  };
};

const readRows = (
  table: MarkupElement,
  state: ReadingState,
  reader: ContentReader,
): { rows: SourceRow[]; captions: Block[] } => {
  const rows: SourceRow[] = [];
  const captions: Block[] = [];
  const visit = (parent: MarkupElement, inHead: boolean) => {
    for (const child of childElements(parent)) {
      if (child.name === 'tr') rows.push(readRow(child, inHead, state, reader));
      else if (child.name === 'caption')
        captions.push(...reader.readBlocks(child, { ...state, isCaption: true }));
      else if (['thead', 'tbody', 'tfoot'].includes(child.name)) visit(child, child.name === 'thead');
    }
  };
  visit(table, false);
  return { rows, captions };
};

export const readTable: ElementHandler = (element, { state, outer, sink, reader }) => {
  sink.flush(outer);
  const cellState = { ...state, align: undefined, listDepth: 1, isCaption: false };
  const { rows, captions } = readRows(element, cellState, reader);
  const isPresentation = tokens(element, 'role').some((role) => role === 'presentation' || role === 'none');
  const blocks = buildTable(rows, isPresentation);
  const isTable = blocks.some(({ item }) => item.type === 'table');
  sink.append(
    captions.map((block) => asCaption(block, isTable ? 'table_caption' : 'caption')),
    state,
  );
  sink.append(blocks, state);
};
