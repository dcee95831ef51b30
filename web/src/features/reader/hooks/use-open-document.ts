import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useReaderDocument } from '../api/use-reader-document.js';
import { readChoice, type ReadingChoice } from '../lib/reading-choice.js';
import { isInSpan, type PageSpan } from '../lib/readable-span.js';
import { type TurnTo, usePageNumber } from './use-page-number.js';
import { useReaderId, useReadingChoice } from './use-reading-choice.js';

type ResumeOptions = {
  documentId: string;
  reader: string;
  document: DocumentMetadata | undefined;
  span: PageSpan | null;
  isLocked: boolean;
  page: number;
  isPageInAddress: boolean;
  initialPage: number | null;
  isOffline: boolean;
  turnTo: TurnTo;
  changeChoice: (part: Partial<ReadingChoice>) => void;
};

/**
 * Without a page in the address, continues where the user left off: at once from this device, then from the server's response.
 * After that it stores each page that is read. The returned function stops resuming, because the user has turned a page.
 */
const useResumedPage = ({
  documentId,
  reader,
  document,
  span,
  isLocked,
  page,
  isPageInAddress,
  initialPage,
  isOffline,
  turnTo,
  changeChoice,
}: ResumeOptions) => {
  const isResumed = useRef(isPageInAddress);
  useEffect(() => {
    if (isResumed.current) return;
    if (initialPage === null && !isOffline) {
      const stored = readChoice(reader, documentId)?.page_number ?? 0;
      if (stored > 0) turnTo(stored + 1, { replace: true });
      return;
    }
    isResumed.current = true;
    if (initialPage !== null) turnTo(initialPage + 1, { replace: true });
  }, [initialPage, isOffline, reader, documentId, turnTo]);

  const isLoaded =
    document !== undefined && span !== null && !isLocked && (initialPage !== null || isOffline);
  useEffect(() => {
    if (isLoaded && isResumed.current) changeChoice({ page_number: page - 1 });
  }, [isLoaded, page, changeChoice]);
  return useCallback(() => {
    isResumed.current = true;
  }, []);
};

/** An open document, the page on screen and how the user reads it. */
export const useOpenDocument = (documentId: string) => {
  // The page count arrives with the document, and the document is requested with the page: clamp to the last known count.
  const [knownTotal, setKnownTotal] = useState(0);
  const { page, target, turnTo, isPageInAddress: isPageRequested } = usePageNumber(knownTotal);
  const reader = useReaderId();
  const [isPageInAddress] = useState(isPageRequested);
  const opened = useReaderDocument(documentId, page - 1, { reader, isPageInAddress });
  const { document, span, initialPage, savedChoice, isOffline } = opened;
  const totalPages = document?.total_pages ?? 0;
  if (totalPages !== knownTotal) setKnownTotal(totalPages);

  const isLocked = span !== null && !isInSpan(span, page - 1);
  const { choice, change: changeChoice } = useReadingChoice(
    document?.key,
    savedChoice,
    span !== null && !isLocked,
  );
  const stopResuming = useResumedPage({
    documentId,
    reader,
    document,
    span,
    isLocked,
    page,
    isPageInAddress,
    initialPage,
    isOffline,
    turnTo,
    changeChoice,
  });
  return { ...opened, page, target, turnTo, totalPages, isLocked, choice, changeChoice, stopResuming };
};

export type OpenDocument = ReturnType<typeof useOpenDocument>;
