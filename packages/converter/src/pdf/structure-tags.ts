import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { CellPlace } from '../layout/lines/text-line.js';

/** What a tagged PDF says about a piece of content: its heading role or its table cell. */
export type ContentTag = { role?: string; cell?: CellPlace };

const MAX_NODES = 20_000;
const HEADING = /^H[1-6]?$/;
const MIN_COLUMNS = 2;

type Node = { role?: unknown; type?: unknown; id?: unknown; children?: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const childrenOf = (node: Node): Node[] =>
  Array.isArray(node.children) ? (node.children as unknown[]).filter(isNode) : [];

/** The headings and table cells of a tagged page, by marked content id. Other roles are detected from the layout. */
export const readContentTags = async (page: PDFPageProxy): Promise<Map<number, ContentTag>> =>
  contentTagsOf(await page.getStructTree().catch(() => null));

/**
 * Reads the structure tree of one page (ISO 32000-1, 14.8.4: H1–H6, Table, TR, TH, TD). A table inside a cell is text of that
 * cell. A table with a single column is layout, not a table.
 */
export const contentTagsOf = (root: unknown): Map<number, ContentTag> => {
  const tags = new Map<number, ContentTag>();
  let count = 0;
  let tables = 0;
  const visit = (node: Node, around: ContentTag): void => {
    count += 1;
    if (count > MAX_NODES) return;
    if (node.type === 'content' && typeof node.id === 'string') {
      const mcid = Number(/_mc(\d+)$/.exec(node.id)?.[1]);
      if ((around.role ?? around.cell) && Number.isInteger(mcid)) tags.set(mcid, around);
      return;
    }
    if (node.role === 'Table' && !around.cell) {
      const rows = rowsOf(node);
      if (Math.max(0, ...rows.map((cells) => cells.length)) >= MIN_COLUMNS) {
        visitTable(rows, around);
        return;
      }
    }
    const isHeading = typeof node.role === 'string' && HEADING.test(node.role);
    const inside = isHeading ? { ...around, role: String(node.role) } : around;
    for (const child of childrenOf(node)) visit(child, inside);
  };
  const visitTable = (rows: readonly Node[][], around: ContentTag): void => {
    const table = tables;
    tables += 1;
    for (const [row, cells] of rows.entries()) {
      for (const [column, cell] of cells.entries()) {
        const inside = { ...around, cell: { table, row, column, columns: cells.length } };
        for (const child of childrenOf(cell)) visit(child, inside);
      }
    }
  };
  if (isNode(root)) visit(root, {});
  return tags;
};

/** The cells of each row, inside or outside of THead, TBody and TFoot. */
const rowsOf = (table: Node): Node[][] =>
  childrenOf(table).flatMap((child) => {
    if (child.role === 'TR')
      return [childrenOf(child).filter((cell) => cell.role === 'TD' || cell.role === 'TH')];
    return child.role === 'THead' || child.role === 'TBody' || child.role === 'TFoot' ? rowsOf(child) : [];
  });
