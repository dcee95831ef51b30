import type { ContentItem } from '@hamkhan/contracts/content';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { directionOf, TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import { memo, type ReactNode, useCallback, useContext, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ReaderSlotsContext } from '../../../shared/ui/reader-slots.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Icon } from '../../../shared/ui/icon.js';
import { type PageSize, pageSizeOf } from '../lib/page-size.js';
import type { ReadingTexts } from '../lib/reading-choice.js';
import { type ShownText, shownText, textNotice, type Version } from '../lib/shown-text.js';
import { statusLook } from '../lib/status-look.js';
import { PageImage } from './figure-item.js';
import { PageItems } from './page-items.js';
import { PageNotice, PageWithoutText } from './page-notice.js';
import { PageTexts } from './page-texts.js';
import { PaperSheet } from './paper-sheet.js';
import './page-sheet.css';

/** A recognised page with a lower mean confidence says that it may have mistakes. */
const LOW_PAGE_CONFIDENCE = 0.8;
/** New addresses for expired images are requested at most this often: an image that is really missing would be requested forever. */
const RENEWAL_PAUSE_MS = 60_000;

/** The status of the page until its translation is done. A failed page shows no translation status (RDR-READER-61). */
const StatusChip = ({ page }: { page: ReaderPage }) => {
  const { t } = useTranslation('reader');
  const status = page.status === 'success' ? page.translation_status : page.status;
  if (status === 'translated') return null;
  return <Chip tone={statusLook(status).tone}>{t(`status.${status}`)}</Chip>;
};

/** The page's size; the same object while the size is the same, so that memoised items stay. */
const usePageSize = (page: ReaderPage): PageSize | null => {
  const size = pageSizeOf(page);
  const { width, height } = size ?? {};
  return useMemo(() => (width && height ? { width, height } : null), [width, height]);
};

/** Requests the page again when one of its images fails to load. */
const useImageRenewal = (pageNumber: number, onLost: (pageNumber: number) => void): (() => void) => {
  const requestedAt = useRef(0);
  return useCallback(() => {
    if (Date.now() - requestedAt.current < RENEWAL_PAUSE_MS) return;
    requestedAt.current = Date.now();
    onLost(pageNumber);
  }, [onLost, pageNumber]);
};

type PageBodyProps = Pick<PageSheetProps, 'page' | 'document' | 'wanted' | 'texts' | 'onRetry'> & {
  shown: ShownText | null;
  pageSize: PageSize | null;
  onLost: () => void;
};

const PageBody = ({ page, document, wanted, texts, shown, pageSize, onLost, onRetry }: PageBodyProps) => {
  const { t } = useTranslation('reader');
  const notice = shown && textNotice(page, document, wanted, shown);
  const info = page.content?.page_info;
  const hasLowConfidence =
    info?.page_type === 'ocr' && info.confidence !== undefined && info.confidence < LOW_PAGE_CONFIDENCE;
  return (
    <>
      {notice ? <PageNotice notice={notice} document={document} /> : null}
      {hasLowConfidence ? (
        <p className="page-notice">
          <Icon name="eye" size="s" />
          <span>{t('unsure.page')}</span>
        </p>
      ) : null}
      {shown === null ? <PageWithoutText page={page} document={document} onRetry={onRetry} /> : null}
      {shown === null && page.status === 'failed' && page.image ? (
        <div className="page-image">
          <PageImage src={page.image} alt={t('picture.page')} bbox={undefined} page={null} onLost={onLost} />
        </div>
      ) : null}
      {shown?.items.length === 0 ? <p className="page-blank">{t('page.blank')}</p> : null}
      {shown && shown.items.length > 0 ? (
        <PageTexts
          page={page}
          document={document}
          version={shown.version}
          texts={texts}
          pageSize={pageSize}
          onLost={onLost}
        />
      ) : null}
    </>
  );
};

export type PageSheetProps = {
  page: ReaderPage;
  document: DocumentMetadata;
  wanted: Version;
  /** One text, or the translation with the original. */
  texts: ReadingTexts;
  /** Requests the page again, because its image addresses have expired. */
  onLost: (pageNumber: number) => void;
  /** Stores a page that was changed here. */
  onPage: (page: ReaderPage) => void;
  /** Processes a failed page again, for those who may. */
  onRetry?: () => void;
  /** The page's menu, at its head. */
  menu?: ReactNode;
};

/** One page in the wanted version, or in the nearest version there is, with a notice. */
export const PageSheet = memo((props: PageSheetProps) => {
  const { page, document, wanted, texts, onLost, onPage, onRetry, menu } = props;
  const { PageTabs, AroundPage } = useContext(ReaderSlotsContext);
  const shown = useMemo(() => shownText(page, wanted), [page, wanted]);
  const pageSize = usePageSize(page);
  const { page_number: pageNumber } = page;
  const renewImages = useImageRenewal(pageNumber, onLost);
  const renderItems = useCallback(
    (items: readonly ContentItem[], version: Version) => {
      const language = version === 0 ? document.language : TARGET_LANGUAGE;
      return (
        <PageItems
          items={items}
          language={language}
          direction={directionOf(language)}
          sourceDirection={directionOf(document.language)}
          pageNumber={pageNumber}
          pageSize={pageSize}
          onLost={renewImages}
        />
      );
    },
    [document.language, pageNumber, pageSize, renewImages],
  );
  const isComplete = shown !== null && shown.items.length > 0 && !textNotice(page, document, wanted, shown);
  const body = (
    <PageBody {...{ page, document, wanted, texts, shown, pageSize, onRetry }} onLost={renewImages} />
  );
  return (
    <PaperSheet
      page={pageNumber + 1}
      pages={document.total_pages}
      head={
        <>
          {isComplete ? <StatusChip page={page} /> : null}
          {PageTabs ? <PageTabs document={document} page={page} /> : null}
          {menu}
        </>
      }
    >
      {AroundPage && shown ? (
        <AroundPage
          document={document}
          page={page}
          version={shown.version}
          wanted={wanted}
          show={renderItems}
          onPage={onPage}
        >
          {body}
        </AroundPage>
      ) : (
        body
      )}
    </PaperSheet>
  );
});
PageSheet.displayName = 'PageSheet';
