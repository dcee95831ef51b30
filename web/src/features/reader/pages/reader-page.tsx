import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useLocation, useNavigationType, useParams } from 'react-router';
import { useFormat } from '../../../shared/lib/format.js';
import { useFrom, useMedia } from '../../../shared/lib/use-media.js';
import { Button } from '../../../shared/ui/button.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { useReaderDocument } from '../api/use-document.js';
import { DocumentError, DocumentNotice, DocumentWithoutPages } from '../components/document-state.js';
import { PagePager } from '../components/page-pager.js';
import { BrokenSheet, LockedSheet, PageSheet, SheetSkeleton } from '../components/page-sheet.js';
import { ReaderBar } from '../components/reader-bar.js';
import { VersionMenu } from '../components/version-choice.js';
import { usePageNumber } from '../hooks/use-page-number.js';
import { useReaderKeys } from '../hooks/use-reader-keys.js';
import { useRetreatingBars } from '../hooks/use-retreating-bars.js';
import { FIRST_CHOICE, readChoice, wantedVersion, withVersion, writeChoice } from '../lib/reading-choice.js';
import type { Version } from '../lib/shown-text.js';
import { titleParts } from '../lib/titles.js';
import './reader-page.css';

/** The version a document is read in, remembered for each document. */
const useVersion = (documentKey: string | undefined) => {
  const [choice, setChoice] = useState({ key: documentKey, value: FIRST_CHOICE });
  let { value } = choice;
  if (documentKey !== undefined && choice.key !== documentKey) {
    value = readChoice(documentKey);
    setChoice({ key: documentKey, value });
  }
  const choose = (version: Version) => {
    if (documentKey === undefined) return;
    const next = withVersion(value, version);
    writeChoice(documentKey, next);
    setChoice({ key: documentKey, value: next });
  };
  return { version: wantedVersion(value), choose };
};

/** A document, page by page (reader-and-store.txt, "Document reader"). */
const Reader = ({ documentId }: { documentId: string }) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { number } = useFormat();
  const { pathname, search } = useLocation();
  const navigationType = useNavigationType();
  const wide = useFrom('md');
  const calm = useMedia('(prefers-reduced-motion: reduce)');

  // The number of pages comes with the document, and the document is asked for with the page: the last known count serves.
  const [known, setKnown] = useState(0);
  const { page, heading, turnTo } = usePageNumber(known);
  const {
    document,
    span,
    pages: state,
    error,
    retrying,
    retry,
    retryPage,
  } = useReaderDocument(documentId, page - 1);
  const pages = document?.total_pages ?? 0;
  if (pages !== known) setKnown(pages);

  const { version, choose } = useVersion(document?.key);
  const current = state.pages.get(page - 1);
  const failure = state.errors.get(page - 1);
  const isLocked = span !== null && (page - 1 < span.from || page - 1 > span.to);
  const away = useRetreatingBars(page);

  // Window title: site, titles, page (RDR-READER-01).
  const site = tc('siteTitle');
  const parts = document ? titleParts(document) : [];
  const title = [site, ...(parts.length > 0 || !document ? parts : [document.source_filename])]
    .concat(pages > 0 ? [t('page.name', { page: number(page) })] : [])
    .join(' – ');
  useEffect(() => {
    window.document.title = title;
  }, [title]);

  const firstPreview = (span?.from ?? 0) + 1;
  const goTo = (wanted: number, replace = false) => {
    if (span && (wanted - 1 < span.from || wanted - 1 > span.to) && wanted !== heading.current) {
      showMessage('warning', t('locked.notice'));
      turnTo(firstPreview, { replace });
      return;
    }
    turnTo(wanted, { replace });
  };
  const next = (held = false) => {
    if (pages === 0) return;
    if (heading.current >= pages) {
      if (!held) showMessage('info', t('lastPage'));
    } else goTo(heading.current + 1, held);
  };
  const previous = (held = false) => {
    if (heading.current > 1) goTo(heading.current - 1, held);
  };
  useReaderKeys({ next, previous, first: () => goTo(1), last: () => goTo(pages) }, pages > 0);

  // A turned page begins at its top; one that is come back to stands where it stood.
  const turned = useRef(page);
  useEffect(() => {
    if (turned.current === page) return;
    turned.current = page;
    if (navigationType !== NavigationType.Pop)
      window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' });
  }, [page, navigationType, calm]);

  const onLost = useCallback((pageNumber: number) => retryPage(pageNumber), [retryPage]);
  const choice = { version, onVersion: choose };
  const place = pages > 0 ? t('page.place', { page: number(page), pages: number(pages) }) : '';
  const busy = span !== null && !isLocked && state.loading.has(page - 1);

  const body = () => {
    if (!document) {
      return error ? (
        <DocumentError error={error} busy={retrying} here={pathname + search} onRetry={retry} />
      ) : (
        <SheetSkeleton page={page} pages={0} />
      );
    }
    if (!span) return <DocumentWithoutPages document={document} />;
    if (isLocked) {
      return (
        <LockedSheet
          page={page}
          pages={pages}
          from={firstPreview}
          to={span.to + 1}
          onFirst={() => turnTo(firstPreview)}
        />
      );
    }
    if (current) {
      return <PageSheet key={page} page={current} document={document} wanted={version} onLost={onLost} />;
    }
    if (failure) {
      return (
        <BrokenSheet
          page={page}
          pages={pages}
          error={failure}
          busy={busy}
          onRetry={() => retryPage(page - 1)}
        />
      );
    }
    return <SheetSkeleton page={page} pages={pages} said={t('page.loading', { page: number(page) })} />;
  };

  return (
    <div className="reader" data-away={away || undefined}>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <ReaderBar
        document={document}
        version={span && wide ? choice : null}
        page={page}
        loaded={state.pages.size}
        wanted={state.wanted}
        busy={busy || (!document && !error)}
        nameless={!document && error !== undefined}
      />
      <main id="main" className="reader__main" tabIndex={-1}>
        {document && error ? (
          <Notice
            tone="alert"
            live
            action={
              <Button size="s" busy={retrying} onClick={retry}>
                {tc('retry')}
              </Button>
            }
          >
            {t('error.metadata')}
          </Notice>
        ) : null}
        {state.broken ? (
          <Notice
            tone="alert"
            live
            action={
              <Button size="s" onClick={retry}>
                {tc('retry')}
              </Button>
            }
          >
            {t('error.pages')}
          </Notice>
        ) : null}
        {document && span ? <DocumentNotice document={document} /> : null}
        {body()}
      </main>
      <p className="visually-hidden" role="status">
        {place}
      </p>
      {pages > 0 && span ? (
        <div className="reader-dock">
          {wide ? null : <VersionMenu {...choice} />}
          <PagePager
            page={page}
            pages={pages}
            onPage={goTo}
            onNext={() => next()}
            onPrevious={() => previous()}
          />
        </div>
      ) : null}
    </div>
  );
};

/** The screen on which a document is read; another document is another reader. */
export const ReaderPage = () => {
  const { documentId = '' } = useParams();
  return <Reader key={documentId} documentId={documentId} />;
};
