import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { OutlineEntry } from '../converter.js';
import { cleanText } from './clean-text.js';

const MAX_ENTRIES = 3000;
const MAX_DEPTH = 8;
const MAX_TITLE = 300;

type OutlineNode = { title?: unknown; dest?: unknown; items?: unknown };

/** The table of contents with its pages, limited in number and depth; entries without a page in this file are left out. */
export const readOutline = async (document: PDFDocumentProxy, outline: unknown): Promise<OutlineEntry[]> => {
  const entries: OutlineEntry[] = [];
  const visit = async (nodes: unknown, level: number): Promise<void> => {
    if (!Array.isArray(nodes) || level > MAX_DEPTH) return;
    for (const node of nodes as OutlineNode[]) {
      if (entries.length >= MAX_ENTRIES) return;
      const title = typeof node.title === 'string' ? cleanText(node.title).slice(0, MAX_TITLE) : '';
      const page = await pageOf(document, node.dest);
      if (title !== '' && page !== null) entries.push({ title, level, page });
      await visit(node.items, level + 1);
    }
  };
  await visit(outline, 1);
  return entries;
};

const pageOf = async (document: PDFDocumentProxy, destination: unknown): Promise<number | null> => {
  try {
    const target: unknown =
      typeof destination === 'string' ? await document.getDestination(destination) : destination;
    const page: unknown = Array.isArray(target) ? target[0] : null;
    if (typeof page === 'number') return page >= 0 && page < document.numPages ? page : null;
    if (typeof page !== 'object' || page === null) return null;
    return await document.getPageIndex(page as Parameters<PDFDocumentProxy['getPageIndex']>[0]);
  } catch {
    // The destination is not a page of this file.
    return null;
  }
};
