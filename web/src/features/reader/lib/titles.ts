import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';

type Titles = Pick<
  DocumentMetadata,
  'title' | 'subtitle' | 'original_title' | 'original_subtitle' | 'source_filename'
>;

/** Title and original title, each with its subtitle, as far as they are there and differ. */
export const titleParts = (document: Titles): string[] => [
  ...new Set(
    [document.title, document.subtitle, document.original_title, document.original_subtitle]
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** The whole name of a document (RDR-READER-32): its titles, else the file's name, else `untitled`. */
export const displayTitle = (document: Titles, untitled: string): string =>
  titleParts(document).join(' - ') || document.source_filename || untitled;

/** The one title that stands in the bar, and the one under it. */
export const headTitles = (document: Titles, untitled: string): { main: string; under: string } => {
  const main = document.title || document.original_title || document.source_filename || untitled;
  const under = document.subtitle || (document.original_title === main ? '' : document.original_title);
  return { main, under: under === main ? '' : under };
};
