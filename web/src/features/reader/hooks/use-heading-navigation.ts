import type { TocEntry } from '@hamkhan/contracts/http/reader';
import { useCallback, useEffect, useRef } from 'react';
import { useFrom } from '../../../shared/lib/use-media.js';
import { useContents } from '../api/contents.js';
import type { OpenDocument } from './use-open-document.js';

/** Goes to headings: to any entry of the contents, or on large screens to those before and after the page. */
export const useHeadingNavigation = (
  { document, span, page, pages }: OpenDocument,
  goToPage: (page: number) => void,
) => {
  const isLarge = useFrom('lg');
  const wantedHeading = useRef<string | null>(null);
  const current = pages.pages.get(page - 1);
  // The page of a heading may still be loading: try again whenever the page on screen changes.
  const scrollToWanted = useCallback(() => {
    if (wantedHeading.current === null) return;
    const element = window.document.getElementById(wantedHeading.current);
    if (!element) return;
    wantedHeading.current = null;
    requestAnimationFrame(() => element.scrollIntoView?.({ block: 'start' }));
  }, []);
  useEffect(scrollToWanted, [scrollToWanted, current, page]);

  const goToHeading = (entry: TocEntry) => {
    goToPage(entry.pageNumber);
    wantedHeading.current = entry.headingId;
    scrollToWanted();
  };

  const { data: contents } = useContents(
    isLarge && span ? document?.key : undefined,
    document?.modified_date,
  );
  const before = contents?.findLast((entry) => entry.pageNumber < page);
  const after = contents?.find((entry) => entry.pageNumber > page);
  return {
    goToHeading,
    wantedHeading,
    /** Steps to the neighbouring headings; null in a direction without one, and as a whole on smaller screens. */
    neighbours: isLarge
      ? {
          onPrevious: before ? () => goToHeading(before) : null,
          onNext: after ? () => goToHeading(after) : null,
        }
      : null,
  };
};

export type HeadingNavigation = ReturnType<typeof useHeadingNavigation>;
