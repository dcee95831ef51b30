import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';

type Titles = Pick<
  DocumentMetadata,
  'title' | 'subtitle' | 'original_title' | 'original_subtitle' | 'source_filename'
>;

/** The distinct, non-empty parts among title, subtitle and their originals. */
export const titleParts = (document: Titles): string[] => [
  ...new Set(
    [document.title, document.subtitle, document.original_title, document.original_subtitle]
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** The full name of a document (RDR-READER-32): its titles, else the file name, else `untitled`. */
export const displayTitle = (document: Titles, untitled: string): string =>
  titleParts(document).join(' - ') || document.source_filename || untitled;

/** The title in the bar, and the line under it. */
export const barTitles = (document: Titles, untitled: string): { main: string; under: string } => {
  const main = document.title || document.original_title || document.source_filename || untitled;
  const under = document.subtitle || (document.original_title === main ? '' : document.original_title);
  return { main, under: under === main ? '' : under };
};
