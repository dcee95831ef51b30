import type { ReaderPage as Page } from '@hamkhan/contracts/http/documents';
import type { TocEntry } from '@hamkhan/contracts/http/reader';
import {
  type CSSProperties,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useLocation, useNavigationType, useParams } from 'react-router';
import { useFormat } from '../../../shared/lib/format.js';
import { ReaderSlotsContext } from '../../../shared/lib/reader-slots.js';
import { useFrom, useMedia } from '../../../shared/lib/use-media.js';
import { useShortcuts } from '../../../shared/lib/use-shortcuts.js';
import { useCopyLink } from '../../../shared/shelves/use-copy-link.js';
import { Button } from '../../../shared/ui/button.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { useContents } from '../api/contents.js';
import { publishDocument, requestReprocessing } from '../api/requests.js';
import { useReaderDocument } from '../api/use-document.js';
import { AskDialog } from '../components/ask-dialog.js';
import { ContentsSheet } from '../components/contents-sheet.js';
import { ContinuousView } from '../components/continuous-view.js';
import { DocumentError, DocumentNotice, DocumentWithoutPages } from '../components/document-state.js';
import { FindBar, FindDialog } from '../components/find-dialog.js';
import { ImageDialog } from '../components/image-dialog.js';
import { KeysDialog } from '../components/keys-dialog.js';
import { PageMenu, type PageTool } from '../components/page-menu.js';
import { PagePager } from '../components/page-pager.js';
import { BrokenSheet, LockedSheet, PageSheet, SheetSkeleton } from '../components/page-sheet.js';
import { PreviewBanner } from '../components/preview-offers.js';
import { ReaderBar, type ReaderTool } from '../components/reader-bar.js';
import { ReadingSheet } from '../components/reading-sheet.js';
import { ReportDialog } from '../components/report-dialog.js';
import { TranslationDialog } from '../components/translation-dialog.js';
import { VersionChoice } from '../components/version-choice.js';
import { useFind } from '../hooks/use-find.js';
import { useFindMarks } from '../hooks/use-find-marks.js';
import { useOriginal } from '../hooks/use-original.js';
import { usePageNumber } from '../hooks/use-page-number.js';
import { useReaderName, useReading } from '../hooks/use-reading.js';
import { useRetreatingBars } from '../hooks/use-retreating-bars.js';
import { useSwipe } from '../hooks/use-swipe.js';
import { mayHavePdf } from '../lib/pdf-rule.js';
import { readChoice, type ReadingTexts, wantedVersion } from '../lib/reading-choice.js';
import { changeReadingSettings, LEADS, SIZES, stepped, useReadingSettings } from '../lib/reading-settings.js';
import { displayTitle, titleParts } from '../lib/titles.js';
import './reader-page.css';

const PdfDialog = lazy(async () => ({
  default: (await import('../components/pdf-dialog.js')).PdfDialog,
}));

type OpenPage = { tool: PageTool; page: Page };

const NEXT_TEXTS: Record<ReadingTexts, ReadingTexts> = { one: 'columns', columns: 'lines', lines: 'one' };

/** A document, page by page or all of it one under another (reader-and-store.txt, "Document reader"). */
const Reader = ({ documentId }: { documentId: string }) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { number, language } = useFormat();
  const { Companion } = useContext(ReaderSlotsContext);
  const { pathname, search } = useLocation();
  const navigationType = useNavigationType();
  const wide = useFrom('md');
  const large = useFrom('lg');
  const calm = useMedia('(prefers-reduced-motion: reduce)');
  const main = useRef<HTMLElement>(null);

  // The number of pages comes with the document, and the document is asked for with the page: the last known count serves.
  const [known, setKnown] = useState(0);
  const { page, heading, turnTo, isAsked } = usePageNumber(known);
  const reader = useReaderName();
  const [asked] = useState(isAsked);
  const {
    document,
    span,
    pages: state,
    error,
    retrying,
    retry,
    retryPage,
    putPage,
    came,
    reading,
    offline,
  } = useReaderDocument(documentId, page - 1, { reader, asked });
  const pages = document?.total_pages ?? 0;
  if (pages !== known) setKnown(pages);

  const isLocked = span !== null && (page - 1 < span.from || page - 1 > span.to);
  const { choice, change } = useReading(document?.key, reading, span !== null && !isLocked);
  const version = wantedVersion(choice);
  const texts: ReadingTexts =
    !choice.translated || choice.texts === 'one' ? 'one' : large ? choice.texts : 'lines';
  const isContinuous = choice.layout === 'continuous';
  const settings = useReadingSettings();
  const current = state.pages.get(page - 1);
  const away = useRetreatingBars(isContinuous ? 0 : page);

  // Without a page in the address the reader goes on where they were: as this device knows at once, as the server knows once it answers.
  const resumed = useRef(asked);
  useEffect(() => {
    if (resumed.current) return;
    const kept = readChoice(reader, documentId)?.page_number ?? 0;
    if (came === null && !offline) {
      if (kept > 0) turnTo(kept + 1, { replace: true });
      return;
    }
    resumed.current = true;
    if (came !== null) turnTo(came + 1, { replace: true });
  }, [came, offline, reader, documentId, turnTo]);
  const isSettled = document !== undefined && span !== null && !isLocked && (came !== null || offline);
  useEffect(() => {
    if (isSettled && resumed.current) change({ page_number: page - 1 });
  }, [isSettled, page, change]);

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
    resumed.current = true;
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

  const [tool, setTool] = useState<ReaderTool | null>(null);
  const [openPage, setOpenPage] = useState<OpenPage | null>(null);
  const close = () => setTool(null);
  const { share } = useCopyLink('done.documentCopied');
  const find = useFind(document?.key, choice.version);
  const [isFinding, setFinding] = useState(false);
  const active = isFinding ? find.results[find.at] : undefined;
  useFindMarks(main, isFinding || tool === 'find' ? find.query : '', active);
  const goToResult = (at: number) => {
    const result = find.results[at];
    if (!result) return;
    find.setAt(at);
    setFinding(true);
    close();
    goTo(result.pageNumber);
  };
  const goToHeading = (entry: TocEntry) => {
    close();
    goTo(entry.pageNumber);
    wantedHeading.current = entry.headingId;
    showHeading();
  };
  // The page of a heading may still be on its way.
  const wantedHeading = useRef<string | null>(null);
  const showHeading = useCallback(() => {
    if (wantedHeading.current === null) return;
    const element = window.document.getElementById(wantedHeading.current);
    if (!element) return;
    wantedHeading.current = null;
    requestAnimationFrame(() => element.scrollIntoView?.({ block: 'start' }));
  }, []);
  useEffect(showHeading, [showHeading, current, page]);

  const { data: contents } = useContents(large && span ? document?.key : undefined, document?.modified_date);
  const before = contents?.findLast((entry) => entry.pageNumber < page);
  const after = contents?.find((entry) => entry.pageNumber > page);

  const original = useOriginal(document);
  const pdf = document !== undefined && mayHavePdf(document, state.pages.size);
  const step = (by: 1 | -1) => changeReadingSettings({ size: stepped(settings.size, by, SIZES) });
  const findOn = (by: 1 | -1) => {
    const count = find.results.length;
    if (isFinding && count > 0) goToResult((find.at + by + count) % count);
  };
  const isRtl = language === 'fa';
  useShortcuts(
    {
      ArrowLeft: isRtl ? next : previous,
      ArrowRight: isRtl ? previous : next,
      Home: () => goTo(1),
      End: () => goTo(pages),
      KeyT: () => setTool('contents'),
      Slash: () => setTool('find'),
      KeyN: () => findOn(1),
      'Shift+KeyN': () => findOn(-1),
      KeyO: () => change({ translated: !choice.translated }),
      Digit1: () => change({ translated: true, version: 1 }),
      Digit2: () => change({ translated: true, version: 2 }),
      KeyC: () => change({ layout: isContinuous ? 'single' : 'continuous' }),
      KeyB: () => change({ translated: true, texts: NEXT_TEXTS[choice.texts] }),
      Plus: () => step(1),
      Minus: () => step(-1),
      KeyI: () => {
        if (current?.image) setOpenPage({ tool: 'image', page: current });
      },
      Help: () => setTool('keys'),
      ...(isFinding ? { Escape: () => setFinding(false) } : {}),
    },
    pages > 0 && span !== null && tool === null && openPage === null,
  );
  useSwipe(main, { next: () => next(), previous: () => previous() }, pages > 0 && !isContinuous);

  // A turned page begins at its top; one that is come back to stands where it stood.
  const turned = useRef(page);
  useEffect(() => {
    if (turned.current === page) return;
    turned.current = page;
    if (isContinuous || wantedHeading.current !== null) return;
    if (navigationType !== NavigationType.Pop)
      window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' });
  }, [page, navigationType, calm, isContinuous]);

  const onLost = useCallback((pageNumber: number) => retryPage(pageNumber), [retryPage]);
  const place = pages > 0 ? t('page.place', { page: number(page), pages: number(pages) }) : '';
  const busy = span !== null && !isLocked && state.loading.has(page - 1);
  const versionProps = { choice, onChoice: change };

  const sheetOf = (one: number) => {
    if (document && span && (one - 1 < span.from || one - 1 > span.to)) {
      return (
        <LockedSheet
          page={one}
          pages={pages}
          from={firstPreview}
          to={span.to + 1}
          document={document}
          onFirst={() => turnTo(firstPreview)}
        />
      );
    }
    const here = state.pages.get(one - 1);
    if (here && document) {
      return (
        <PageSheet
          key={one}
          page={here}
          document={document}
          wanted={version}
          texts={texts}
          onLost={onLost}
          onPage={putPage}
          menu={
            <PageMenu
              page={here}
              document={document}
              onTool={(chosen) => setOpenPage({ tool: chosen, page: here })}
            />
          }
        />
      );
    }
    const failure = state.errors.get(one - 1);
    if (failure) {
      return (
        <BrokenSheet
          page={one}
          pages={pages}
          error={failure}
          busy={state.loading.has(one - 1)}
          onRetry={() => retryPage(one - 1)}
        />
      );
    }
    return <SheetSkeleton page={one} pages={pages} said={t('page.loading', { page: number(one) })} />;
  };

  const body = () => {
    if (!document) {
      return error ? (
        <DocumentError error={error} busy={retrying} here={pathname + search} onRetry={retry} />
      ) : (
        <SheetSkeleton page={page} pages={0} />
      );
    }
    if (!span) return <DocumentWithoutPages document={document} />;
    if (!isContinuous) return sheetOf(page);
    // A preview ends with one locked page (decisions.md G55).
    const count = span.to - span.from + 1 + (span.to < pages - 1 ? 1 : 0);
    return (
      <ContinuousView
        from={firstPreview}
        count={count}
        page={page}
        onPage={(seen) => turnTo(seen, { replace: true, atOnce: false })}
      >
        {sheetOf}
      </ContinuousView>
    );
  };

  const allPages = useMemo(
    () => [...state.pages.values()].toSorted((one, other) => one.page_number - other.page_number),
    [state.pages],
  );
  const style = {
    '--read-scale': SIZES[settings.size],
    '--lead-scale': LEADS[settings.lead],
  } as CSSProperties;
  const openVersion = openPage ? version : 2;

  return (
    <div
      className="reader"
      data-away={away || undefined}
      data-texts={texts}
      data-width={settings.width}
      data-face={settings.face}
      data-ground={settings.ground}
      style={style}
    >
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <ReaderBar
        document={document}
        version={span ? versionProps : null}
        texts={choice.texts}
        onTool={setTool}
        onShare={() => document && void share(`/i/${document.key}/`, displayTitle(document, t('untitled')))}
        pdf={pdf}
        original={original}
        page={page}
        loaded={state.pages.size}
        wanted={state.wanted}
        busy={busy || (!document && !error)}
        nameless={!document && error !== undefined}
      />
      {isFinding ? (
        <FindBar
          find={find}
          onGo={goToResult}
          onFull={() => setTool('find')}
          onClose={() => setFinding(false)}
        />
      ) : null}
      <main id="main" ref={main} className="reader__main" tabIndex={-1}>
        {offline ? (
          <Notice tone="info" icon="offline" live>
            {t('offline')}
          </Notice>
        ) : document && error ? (
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
        {document && span && !document.access.full ? (
          <PreviewBanner document={document} from={firstPreview} to={span.to + 1} />
        ) : null}
        {body()}
      </main>
      <p className="visually-hidden" role="status">
        {place}
      </p>
      {pages > 0 && span ? (
        <section className="reader-dock" aria-label={t('dock')}>
          {wide ? null : <VersionChoice {...versionProps} />}
          <PagePager
            page={page}
            pages={pages}
            onPage={goTo}
            onNext={() => next()}
            onPrevious={() => previous()}
            headings={
              large
                ? {
                    onPrevious: before ? () => goToHeading(before) : null,
                    onNext: after ? () => goToHeading(after) : null,
                  }
                : null
            }
          />
        </section>
      ) : null}
      {Companion && document && span ? (
        <Companion document={document} page={page} pages={state.pages} onPage={goTo} onStale={retryPage} />
      ) : null}
      {document && tool === 'contents' ? (
        <ContentsSheet
          document={document}
          page={page}
          inOriginal={version === 0}
          onGo={goToHeading}
          onSearch={(words) => {
            find.setQuery(words);
            setTool('find');
          }}
          onClose={close}
        />
      ) : null}
      {tool === 'find' ? <FindDialog find={find} onChoose={goToResult} onClose={close} /> : null}
      {tool === 'settings' ? <ReadingSheet choice={choice} onChoice={change} onClose={close} /> : null}
      {tool === 'keys' ? <KeysDialog onClose={close} /> : null}
      {document && tool === 'pdf' && pdf ? (
        <Suspense fallback={null}>
          <PdfDialog
            document={document}
            pages={allPages}
            version={version}
            texts={texts}
            onLost={onLost}
            onClose={close}
          />
        </Suspense>
      ) : null}
      {document && tool === 'publish' ? (
        <AskDialog
          what="publish"
          request={() => publishDocument(document.id)}
          onDone={retry}
          onClose={close}
        />
      ) : null}
      {openPage?.tool === 'reprocess' ? (
        <AskDialog
          what="reprocess"
          request={() => requestReprocessing(openPage.page.id)}
          onDone={() => retryPage(openPage.page.page_number)}
          onClose={() => setOpenPage(null)}
        />
      ) : null}
      {openPage?.tool === 'image' && openPage.page.image ? (
        <ImageDialog
          image={{
            src: openPage.page.image,
            name: t('page.name', { page: number(openPage.page.page_number + 1) }),
          }}
          onClose={() => setOpenPage(null)}
        />
      ) : null}
      {document && openPage?.tool === 'report' ? (
        <ReportDialog
          page={openPage.page}
          document={document}
          version={openVersion}
          onClose={() => setOpenPage(null)}
        />
      ) : null}
      {document && openPage?.tool === 'translation' ? (
        <TranslationDialog
          page={openPage.page}
          document={document}
          version={openVersion}
          onLost={onLost}
          onClose={() => setOpenPage(null)}
        />
      ) : null}
    </div>
  );
};

/** The screen on which a document is read; another document is another reader. */
export const ReaderPage = () => {
  const { documentId = '' } = useParams();
  return <Reader key={documentId} documentId={documentId} />;
};
