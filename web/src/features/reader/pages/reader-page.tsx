import type { ReaderPage as ReaderPageData } from '@hamkhan/contracts/http/documents';
import { type CSSProperties, type ReactNode, type RefObject, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormat } from '../../../shared/lib/format.js';
import { ReaderSlotsContext } from '../../../shared/ui/reader-slots.js';
import { useFrom } from '../../../shared/lib/use-media.js';
import { DocumentDialogs } from '../components/document-dialogs.js';
import { FindBar } from '../components/find-bar.js';
import { PageDialogs } from '../components/page-dialogs.js';
import { ReaderBar } from '../components/reader-bar.js';
import { ReaderDock } from '../components/reader-dock.js';
import { ReaderNotices } from '../components/reader-notices.js';
import { ReaderPages } from '../components/reader-pages.js';
import { useAutoHideBars } from '../hooks/use-auto-hide-bars.js';
import { useFindNavigation } from '../hooks/use-find-navigation.js';
import { useHeadingNavigation } from '../hooks/use-heading-navigation.js';
import { type OpenDocument, useOpenDocument } from '../hooks/use-open-document.js';
import { usePageNavigation, useScrollToTop } from '../hooks/use-page-navigation.js';
import { useReaderShortcuts } from '../hooks/use-reader-shortcuts.js';
import { useReaderTitle } from '../hooks/use-reader-title.js';
import { useSwipe } from '../hooks/use-swipe.js';
import { fittingTexts, type ReadingTexts } from '../lib/reading-choice.js';
import { LINE_HEIGHTS, SIZES, useReadingSettings } from '../lib/reading-settings.js';
import type { DocumentTool, OpenPageTool, PageTool } from '../lib/reader-tools.js';
import './reader-page.css';

/** The reader's outermost element, which carries the reading settings as attributes and CSS variables. */
const ReaderFrame = ({
  reader: { page, choice },
  texts,
  children,
}: {
  reader: OpenDocument;
  texts: ReadingTexts;
  children: ReactNode;
}) => {
  const { t } = useTranslation('reader');
  const settings = useReadingSettings();
  const areBarsHidden = useAutoHideBars(choice.layout === 'continuous' ? 0 : page);
  const style = {
    '--read-scale': SIZES[settings.size],
    '--line-height-scale': LINE_HEIGHTS[settings.lineHeight],
  } as CSSProperties;
  return (
    <div
      className="reader"
      data-bars-hidden={areBarsHidden || undefined}
      data-texts={texts}
      data-width={settings.width}
      data-font={settings.font}
      data-background={settings.background}
      style={style}
    >
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      {children}
    </div>
  );
};

/** Announces the page on screen to screen readers. */
const PageAnnouncement = ({ page, totalPages }: { page: number; totalPages: number }) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  return (
    <p className="visually-hidden" role="status">
      {totalPages > 0 ? t('page.place', { page: number(page), pages: number(totalPages) }) : ''}
    </p>
  );
};

/** Ways to move in the document: turning pages, searching, headings, keys and swipes; and the dialogs that are open. */
const useReaderControls = (reader: OpenDocument, main: RefObject<HTMLElement | null>) => {
  const { document, span, page, totalPages, choice } = reader;
  const [tool, setTool] = useState<DocumentTool | null>(null);
  const [pageTool, setPageTool] = useState<OpenPageTool | null>(null);
  const isContinuous = choice.layout === 'continuous';
  const hasPages = totalPages > 0;

  const navigation = usePageNavigation(reader);
  const goToPage = (wanted: number) => {
    setTool(null);
    navigation.goTo(wanted);
  };
  const search = useFindNavigation({
    documentKey: document?.key,
    version: choice.version,
    host: main,
    isDialogOpen: tool === 'find',
    goToPage,
  });
  const headings = useHeadingNavigation(reader, goToPage);
  const openPageTool = (chosen: PageTool, on: ReaderPageData) => setPageTool({ tool: chosen, page: on });
  useReaderShortcuts({
    reader,
    navigation,
    search,
    onTool: setTool,
    onPageTool: openPageTool,
    enabled: hasPages && span !== null && tool === null && pageTool === null,
  });
  useSwipe(
    main,
    { next: () => navigation.next(), previous: () => navigation.previous() },
    hasPages && !isContinuous,
  );
  useScrollToTop(page, isContinuous, headings.wantedHeading);
  return {
    ...{ tool, setTool, pageTool, openPageTool, navigation, search, headings },
    closePageTool: () => setPageTool(null),
  };
};

/** A document, page by page or all pages below one another (reader-and-store.txt, "Document reader"). */
const Reader = ({ documentId }: { documentId: string }) => {
  const { Companion } = useContext(ReaderSlotsContext);
  const isLarge = useFrom('lg');
  const main = useRef<HTMLElement>(null);
  const reader = useOpenDocument(documentId);
  const { document, span, pages, page, totalPages, choice, retryPage } = reader;
  const texts = fittingTexts(choice, isLarge);
  const { tool, setTool, pageTool, openPageTool, closePageTool, navigation, search, headings } =
    useReaderControls(reader, main);
  useReaderTitle(document, page);

  return (
    <ReaderFrame reader={reader} texts={texts}>
      <ReaderBar reader={reader} onTool={setTool} />
      {search.isBarOpen ? <FindBar search={search} onOpenDialog={() => setTool('find')} /> : null}
      <main id="main" ref={main} className="reader__main" tabIndex={-1}>
        <ReaderNotices reader={reader} />
        <ReaderPages reader={reader} texts={texts} onPageTool={openPageTool} />
      </main>
      <PageAnnouncement page={page} totalPages={totalPages} />
      {totalPages > 0 && span ? (
        <ReaderDock reader={reader} navigation={navigation} headings={headings.neighbours} />
      ) : null}
      {Companion && document && span ? (
        <Companion
          document={document}
          page={page}
          pages={pages.pages}
          onPage={(wanted) => navigation.goTo(wanted)}
          onStale={retryPage}
        />
      ) : null}
      <DocumentDialogs
        tool={tool}
        reader={reader}
        texts={texts}
        search={search}
        onHeading={headings.goToHeading}
        onTool={setTool}
      />
      {pageTool ? <PageDialogs open={pageTool} reader={reader} onClose={closePageTool} /> : null}
    </ReaderFrame>
  );
};

/** The screen that shows a document; a new document gets a new reader. */
export const ReaderPage = () => {
  const { documentId = '' } = useParams();
  return <Reader key={documentId} documentId={documentId} />;
};
