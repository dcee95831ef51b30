import type { ContentItem } from '@hamkhan/contracts/content';
import { headingIds } from '@hamkhan/contracts/headings';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { directionOf, TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import { memo, type ReactNode, useCallback, useContext, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../shared/api/api-error.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { ReaderSlotsContext } from '../../../shared/lib/reader-slots.js';
import { Button } from '../../../shared/ui/button.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Paper } from '../../../shared/ui/paper.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/state-block.js';
import { statusLook } from '../lib/page-status.js';
import { itemsOf, noteOnText, readable, shownText, type Version } from '../lib/shown-text.js';
import { type PageSize, Picture } from './figure-item.js';
import { PageItems } from './page-items.js';
import { PageNote, PageState } from './page-note.js';
import { PairedText } from './paired-text.js';
import { PreviewOffers } from './preview-offers.js';
import './page-sheet.css';

/** Below this mean confidence a recognised page says that it may have mistakes. */
export const UNSURE_PAGE = 0.8;
/** New addresses for lost pictures are asked for no more often than this, in milliseconds. */
const LOST_PAUSE_MS = 60_000;

/** A sheet of paper with the page's number at its head. */
export const Sheet = ({
  page,
  pages,
  state,
  busy = false,
  children,
}: {
  page: number;
  pages: number;
  state?: ReactNode;
  busy?: boolean;
  children: ReactNode;
}) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  const place =
    pages > 0
      ? t('page.place', { page: number(page), pages: number(pages) })
      : t('page.name', { page: number(page) });
  return (
    <article className="sheet-place" aria-label={place} aria-busy={busy} data-sheet={page}>
      <Paper className="sheet">
        <div className="sheet__head">
          <span>{place}</span>
          <span className="grow" />
          {state}
        </div>
        {children}
      </Paper>
    </article>
  );
};

const GHOSTS: readonly (readonly number[])[] = [
  [96, 99, 92, 98, 61],
  [98, 94, 99, 90, 97, 95, 38],
  [95, 99, 93, 72],
];

/** A page of lines where a page of words will stand. */
export const SheetSkeleton = ({ page, pages, said }: { page: number; pages: number; said?: string }) => (
  <Sheet page={page} pages={pages} busy>
    {said ? (
      <p className="visually-hidden" role="status">
        {said}
      </p>
    ) : null}
    <div className="sheet__ghost" aria-hidden="true">
      <Skeleton width="46%" height="1.75rem" />
      {GHOSTS.map((lines, index) => (
        <div key={index}>
          {lines.map((width, line) => (
            <Skeleton key={line} width={`${width}%`} height="0.875rem" />
          ))}
        </div>
      ))}
    </div>
  </Sheet>
);

/** A page that could not be fetched. */
export const BrokenSheet = ({
  page,
  pages,
  error,
  busy,
  onRetry,
}: {
  page: number;
  pages: number;
  error: ApiError;
  busy: boolean;
  onRetry: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  return (
    <Sheet page={page} pages={pages}>
      <ErrorState
        title={t('error.pages')}
        text={errorText(error, te)}
        action={
          <Button icon="refresh" busy={busy} onClick={onRetry}>
            {tc('retry')}
          </Button>
        }
      />
    </Sheet>
  );
};

/** A page outside the preview. */
export const LockedSheet = ({
  page,
  pages,
  from,
  to,
  document,
  onFirst,
}: {
  page: number;
  pages: number;
  /** The preview's pages, one-based. */
  from: number;
  to: number;
  document: DocumentMetadata;
  onFirst: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  return (
    <Sheet page={page} pages={pages}>
      <div className="page-state">
        <Icon name="eye-off" size="l" />
        <p className="page-state__title">{t('locked.title', { page: number(page) })}</p>
        <p className="soft">{t('locked.range', { from: number(from), to: number(to) })}</p>
        <div className="preview-offers">
          <Button size="s" onClick={onFirst}>
            {t('locked.first')}
          </Button>
          <PreviewOffers document={document} />
        </div>
      </div>
    </Sheet>
  );
};

/** What is still to be done with a page; nothing once all is. The state of the translation of a failed page means nothing (RDR-READER-61). */
const StateChip = ({ page }: { page: ReaderPage }) => {
  const { t } = useTranslation('reader');
  const status = page.status === 'success' ? page.translation_status : page.status;
  if (status === 'translated') return null;
  return <Chip tone={statusLook(status).tone}>{t(`status.${status}`)}</Chip>;
};

export type PageSheetProps = {
  page: ReaderPage;
  document: DocumentMetadata;
  wanted: Version;
  /** One text, or the original and its translation together. */
  texts: 'one' | 'columns' | 'lines';
  /** Asks for the page anew: the addresses of its pictures are over. */
  onLost: (pageNumber: number) => void;
  /** Takes in a page that was changed here. */
  onPage: (page: ReaderPage) => void;
  /** What can be done with the page, at its head. */
  menu?: ReactNode;
};

/** One text of a page in a frame of its own, with what other features lay over it. */
const PageText = ({
  page,
  document,
  version,
  named,
  pageSize,
  rowOf,
  onLost,
}: Pick<PageSheetProps, 'page' | 'document'> & {
  version: Version;
  /** Its headings are the ones links lead to. */
  named: boolean;
  pageSize: PageSize | null;
  rowOf?: (id: string) => number;
  onLost: () => void;
}) => {
  const { OnText } = useContext(ReaderSlotsContext);
  const sourceDirection = directionOf(document.language);
  const isOriginal = version === 0;
  const { page_number: pageNumber, content } = page;
  const items = itemsOf(page, version);
  const shown = useMemo(() => readable(items), [items]);
  const names = useMemo(
    () => (named ? headingIds(pageNumber, [...(content?.items ?? []), ...items]) : undefined),
    [named, pageNumber, content, items],
  );
  return (
    <div className="page-text" data-text={version}>
      <PageItems
        items={shown}
        language={isOriginal ? document.language : TARGET_LANGUAGE}
        direction={isOriginal ? sourceDirection : directionOf(TARGET_LANGUAGE)}
        sourceDirection={sourceDirection}
        pageNumber={pageNumber}
        pageSize={pageSize}
        onLost={onLost}
        headingIds={names}
        rowOf={rowOf}
      />
      {OnText ? <OnText document={document} page={page} version={version} items={items} /> : null}
    </div>
  );
};

/** The text of a page, or its translation beside the original. */
export const PageTexts = ({
  page,
  document,
  version,
  texts,
  pageSize,
  onLost,
}: Pick<PageSheetProps, 'page' | 'document' | 'texts'> & {
  version: Version;
  pageSize: PageSize | null;
  onLost: () => void;
}) => {
  const original = useMemo(() => readable(itemsOf(page, 0)), [page]);
  const translated = useMemo(() => readable(itemsOf(page, version)), [page, version]);
  const text = (shown: Version, named: boolean, rowOf?: (id: string) => number) => (
    <PageText
      page={page}
      document={document}
      version={shown}
      named={named}
      pageSize={pageSize}
      rowOf={rowOf}
      onLost={onLost}
    />
  );
  if (texts === 'one' || version === 0 || original.length === 0) return text(version, true);
  return (
    <PairedText
      way={texts}
      original={original}
      translated={translated}
      render={(side, rowOf) => (side === 'translated' ? text(version, true, rowOf) : text(0, false, rowOf))}
    />
  );
};

/** One page in the text that was chosen, or in the nearest there is, saying which. */
export const PageSheet = memo(({ page, document, wanted, texts, onLost, onPage, menu }: PageSheetProps) => {
  const { t } = useTranslation('reader');
  const { PageTabs, AroundPage } = useContext(ReaderSlotsContext);
  const shown = useMemo(() => shownText(page, wanted), [page, wanted]);
  const note = shown && noteOnText(page, document, wanted, shown);
  const info = page.content?.page_info;
  const { width, height } = info ?? {};
  const pageSize = useMemo(() => (width && height ? { width, height } : null), [width, height]);
  // A picture that is truly gone must not be asked for without end.
  const askedAt = useRef(0);
  const { page_number: pageNumber } = page;
  const lost = useCallback(() => {
    if (Date.now() - askedAt.current < LOST_PAUSE_MS) return;
    askedAt.current = Date.now();
    onLost(pageNumber);
  }, [onLost, pageNumber]);

  const show = useCallback(
    (items: readonly ContentItem[], version: Version) => (
      <PageItems
        items={items}
        language={version === 0 ? document.language : TARGET_LANGUAGE}
        direction={directionOf(version === 0 ? document.language : TARGET_LANGUAGE)}
        sourceDirection={directionOf(document.language)}
        pageNumber={pageNumber}
        pageSize={pageSize}
        onLost={lost}
      />
    ),
    [document.language, pageNumber, pageSize, lost],
  );

  const isUnsure =
    info?.page_type === 'ocr' && info.confidence !== undefined && info.confidence < UNSURE_PAGE;
  const isBlank = shown !== null && shown.items.length === 0;
  const body = (
    <>
      {note ? <PageNote note={note} document={document} /> : null}
      {isUnsure ? (
        <p className="page-note">
          <Icon name="eye" size="s" />
          <span>{t('unsure.page')}</span>
        </p>
      ) : null}
      {shown === null ? <PageState page={page} document={document} /> : null}
      {shown === null && page.status === 'failed' && page.image ? (
        <div className="page-picture">
          <Picture src={page.image} alt={t('picture.page')} bbox={undefined} page={null} onLost={lost} />
        </div>
      ) : null}
      {isBlank ? <p className="page-blank">{t('page.blank')}</p> : null}
      {shown && !isBlank ? (
        <PageTexts
          page={page}
          document={document}
          version={shown.version}
          texts={texts}
          pageSize={pageSize}
          onLost={lost}
        />
      ) : null}
    </>
  );
  return (
    <Sheet
      page={pageNumber + 1}
      pages={document.total_pages}
      state={
        <>
          {note || shown === null || isBlank ? null : <StateChip page={page} />}
          {PageTabs ? <PageTabs document={document} page={page} /> : null}
          {menu}
        </>
      }
    >
      {AroundPage && shown ? (
        <AroundPage document={document} page={page} version={shown.version} show={show} onPage={onPage}>
          {body}
        </AroundPage>
      ) : (
        body
      )}
    </Sheet>
  );
});
PageSheet.displayName = 'PageSheet';
