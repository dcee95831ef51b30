import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Meter } from '../../../shared/ui/meter.js';
import { Notice } from '../../../shared/ui/notice.js';
import { usePrintPreparation } from '../hooks/use-print-preparation.js';
import { hasMarginBoxes, pdfFooter, printPageName, printRules } from '../lib/print-rules.js';
import type { ReadingTexts } from '../lib/reading-choice.js';
import { pageSizeOf } from '../lib/page-size.js';
import { shownText, type Version } from '../lib/shown-text.js';
import { displayTitle } from '../lib/titles.js';
import { PageTexts } from './page-texts.js';
import './pdf-dialog.css';

type PrintedPageProps = {
  page: ReaderPage;
  index: number;
  document: DocumentMetadata;
  version: Version;
  texts: ReadingTexts;
  onLost: (pageNumber: number) => void;
};

const PrintedPage = ({ page, index, document, version, texts, onLost }: PrintedPageProps) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const text = shownText(page, version);
  return (
    <section className="pdf__page" data-print={index} style={{ page: printPageName(page) }}>
      {text && text.items.length > 0 ? (
        <PageTexts
          page={page}
          document={document}
          version={text.version}
          texts={texts}
          pageSize={pageSizeOf(page)}
          onLost={() => onLost(page.page_number)}
        />
      ) : (
        <p className="page-blank">{t('page.blank')}</p>
      )}
      <footer className="pdf__footer" dir={text?.version === 0 ? 'ltr' : 'rtl'}>
        <span>{pdfFooter(page.page_number + 1, text?.version !== 0)}</span>
        <span className="pdf__site">{tc('siteTitle')}</span>
      </footer>
    </section>
  );
};

/** Adds the print rules of the pages to the document while the dialog is open. */
const usePrintRules = (pages: readonly ReaderPage[], version: Version, site: string): void =>
  useEffect(() => {
    if (!hasMarginBoxes()) return undefined;
    const rules = new CSSStyleSheet();
    rules.replaceSync(printRules(pages, version, site));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules);
    };
  }, [pages, version, site]);

/** Prints the window under a title, which browsers suggest as the file name. */
const printAs = (title: string): void => {
  const before = document.title;
  document.title = title;
  try {
    window.print();
  } finally {
    document.title = before;
  }
};

const PreparationProgress = ({ ready, total }: { ready: number; total: number }) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  return (
    <div className="pdf__progress" role="status">
      <p>{t('pdf.preparing')}</p>
      <Meter label={t('pdf.preparing')} value={ready / total} />
      <p className="num soft">{t('pdf.progress', { ready: number(ready), pages: number(total) })}</p>
    </div>
  );
};

export type PdfDialogProps = Omit<PrintedPageProps, 'page' | 'index'> & {
  pages: ReadonlyMap<number, ReaderPage>;
  onClose: () => void;
};

/** The document as it will be on paper; the browser prints or saves it, with selectable text (RDR-PDF-01). */
export const PdfDialog = ({ pages: pageMap, onClose, ...rest }: PdfDialogProps) => {
  const { document: book, version } = rest;
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const pages = useMemo(
    () => [...pageMap.values()].toSorted((one, other) => one.page_number - other.page_number),
    [pageMap],
  );
  const { readyCount, renderedCount, hasFailed, setFailed } = usePrintPreparation(host, pages.length);
  usePrintRules(pages, version, tc('siteTitle'));
  const isReady = readyCount >= pages.length;
  const print = () => {
    try {
      printAs(displayTitle(book, t('untitled')));
    } catch {
      setFailed(true);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('pdf.title')} place="full">
      <div className="pdf" data-theme="light">
        <div className="pdf__tools">
          <Button look="main" icon="print" disabled={!isReady} onClick={print}>
            {t('pdf.print')}
          </Button>
          <Button icon="download" disabled={!isReady} onClick={print}>
            {t('pdf.download')}
          </Button>
          <span className="soft small">{t('pdf.hint')}</span>
        </div>
        {hasFailed ? (
          <Notice tone="alert" live>
            {t('pdf.failed')}
          </Notice>
        ) : null}
        <div
          ref={host}
          className="pdf__pages"
          aria-busy={!isReady}
          data-boxes={hasMarginBoxes() || undefined}
        >
          {pages.slice(0, renderedCount).map((page, index) => (
            <PrintedPage key={page.page_number} page={page} index={index} {...rest} />
          ))}
        </div>
        {isReady || hasFailed ? null : <PreparationProgress ready={readyCount} total={pages.length} />}
      </div>
    </Dialog>
  );
};
