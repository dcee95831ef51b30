import { type RefObject, useState } from 'react';
import type { ReadingChoice } from '../lib/reading-choice.js';
import { useFind } from './use-find.js';
import { useFindHighlights } from './use-find-highlights.js';

/** Searching in the open document: the find bar over the page, its results, and their highlights in `host`. */
export const useFindNavigation = ({
  documentKey,
  version,
  host,
  isDialogOpen,
  goToPage,
}: {
  documentKey: string | undefined;
  version: ReadingChoice['version'];
  host: RefObject<HTMLElement | null>;
  isDialogOpen: boolean;
  goToPage: (page: number) => void;
}) => {
  const find = useFind(documentKey, version);
  const [isBarOpen, setBarOpen] = useState(false);
  const active = isBarOpen ? find.results[find.activeIndex] : undefined;
  useFindHighlights(host, isBarOpen || isDialogOpen ? find.query : '', active);

  const goToResult = (index: number) => {
    const result = find.results[index];
    if (!result) return;
    find.setActiveIndex(index);
    setBarOpen(true);
    goToPage(result.pageNumber);
  };
  const step = (by: 1 | -1) => {
    const count = find.results.length;
    if (count > 0) goToResult((find.activeIndex + by + count) % count);
  };
  return { find, isBarOpen, closeBar: () => setBarOpen(false), goToResult, step };
};

export type FindNavigation = ReturnType<typeof useFindNavigation>;
