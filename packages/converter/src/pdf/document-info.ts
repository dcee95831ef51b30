import { PDFParse } from 'pdf-parse';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The information dictionary, the XMP metadata and the outline of a PDF, as the file has them. */
export type DocumentInfo = {
  info: Record<string, unknown>;
  metadata: { get(name: string): unknown } | null;
  outline: unknown;
};

/** Reads what the file says about itself; empty where it is unreadable. */
export const readInfo = async (document: PDFDocumentProxy): Promise<DocumentInfo> => {
  try {
    const { info, metadata, outline } = (await parserOf(document).getInfo()) as Partial<DocumentInfo>;
    return { info: info ?? {}, metadata: metadata ?? null, outline };
  } catch {
    return { info: {}, metadata: null, outline: null };
  }
};

/** PDFParse opens a file on its first call; given an open document, it does not read and parse the file a second time. */
const parserOf = (document: PDFDocumentProxy): PDFParse => {
  const parser = new PDFParse({});
  Object.assign(parser, { doc: document });
  return parser;
};
