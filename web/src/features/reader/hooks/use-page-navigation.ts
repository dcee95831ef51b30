import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useNavigationType } from 'react-router';
import { useMedia } from '../../../shared/lib/use-media.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { isInSpan } from '../lib/readable-span.js';
import type { OpenDocument } from './use-open-document.js';

/** Turns pages within the document; a page outside the preview leads to its first page. All page numbers are one-based. */
export const usePageNavigation = ({ span, totalPages, target, turnTo, stopResuming }: OpenDocument) => {
  const { t } = useTranslation('reader');
  const firstReadable = (span?.from ?? 0) + 1;
  const goTo = (page: number, replace = false) => {
    stopResuming();
    if (span && !isInSpan(span, page - 1) && page !== target.current) {
      showMessage('warning', t('locked.notice'));
      turnTo(firstReadable, { replace });
      return;
    }
    turnTo(page, { replace });
  };
  /** `isHeld`: the key is kept down, so history entries are replaced and the end is not announced. */
  const next = (isHeld = false) => {
    if (totalPages === 0) return;
    if (target.current >= totalPages) {
      if (!isHeld) showMessage('info', t('lastPage'));
    } else goTo(target.current + 1, isHeld);
  };
  const previous = (isHeld = false) => {
    if (target.current > 1) goTo(target.current - 1, isHeld);
  };
  return { firstReadable, goTo, next, previous };
};

export type PageNavigation = ReturnType<typeof usePageNavigation>;

/** Scrolls a newly turned page to its top; on back and forward the browser restores the position. */
export const useScrollToTop = (
  page: number,
  isContinuous: boolean,
  wantedHeading: RefObject<string | null>,
): void => {
  const navigationType = useNavigationType();
  const isMotionReduced = useMedia('(prefers-reduced-motion: reduce)');
  const lastPage = useRef(page);
  useEffect(() => {
    if (lastPage.current === page) return;
    lastPage.current = page;
    if (isContinuous || wantedHeading.current !== null) return;
    if (navigationType !== NavigationType.Pop)
      window.scrollTo({ top: 0, behavior: isMotionReduced ? 'auto' : 'smooth' });
  }, [page, navigationType, isMotionReduced, isContinuous, wantedHeading]);
};
