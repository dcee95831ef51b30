import { foldForSearch } from '@hamkhan/contracts/folding';
import type { TocEntry } from '@hamkhan/contracts/http/reader';

/** The current heading: the first on the page, else the last before it. */
export const currentEntry = (entries: readonly TocEntry[], page: number): TocEntry | undefined =>
  entries.find((entry) => entry.pageNumber === page) ?? entries.findLast((entry) => entry.pageNumber <= page);

/** Headings that contain a text in either language, ignoring spelling variants (RDR-TOC-04). */
export const filterContents = (entries: readonly TocEntry[], text: string): readonly TocEntry[] => {
  const folded = foldForSearch(text);
  return folded === ''
    ? entries
    : entries.filter(({ title, origin_title: original }) =>
        [title, original].some((one) => foldForSearch(one).includes(folded)),
      );
};
