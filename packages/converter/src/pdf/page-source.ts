import type { ConverterContext } from '../converter.js';

/** One page (0-based) of a PDF file, and what the external programs that render it need. */
export type PageSource = {
  file: string;
  pageNumber: number;
  context: ConverterContext;
};
