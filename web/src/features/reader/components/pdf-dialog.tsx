import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDigits, useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Meter } from '../../../shared/ui/meter.js';
import { Notice } from '../../../shared/ui/notice.js';
import type { ReadingTexts } from '../lib/reading-choice.js';
import { shownText, type Version } from '../lib/shown-text.js';
import { displayTitle } from '../lib/titles.js';
import { loadMath } from '../../../shared/text/typeset-math.js';
import { PageTexts } from './page-sheet.js';
import './pdf-dialog.css';

/** The foot of a page: Persian under a translation, whatever the language of the screen is (RDR-PDF-03). */
export const footOf = (page: number, translated: boolean): string =>
  translated ? `صفحه ${formatDigits(page, 'fa')}` : String(page);

const quoted = (text: string): string => `"${text.replace(/["\\\n]/g, ' ')}"`;

/** Browsers that know margin boxes set the foot on every sheet; elsewhere it stands once, under each page's text. */
const hasMarginBoxes = (): boolean => 'CSSMarginRule' in window && 'adoptedStyleSheets' in document;

/** Each page of the document begins on a sheet of its own and has its own foot. */
const pageRules = (pages: readonly ReaderPage[], version: Version, site: string): string =>
  pages
    .map((page) => {
      const foot = footOf(page.page_number + 1, shownText(page, version)?.version !== 0);
      const box = 'color: #646773; font: 9pt "Vazirmatn Variable", sans-serif;';
      return `@page sheet-${page.page_number} { size: A4; margin: 18mm 17mm 20mm;
        @bottom-center { content: ${quoted(foot)}; ${box} }
        @bottom-right { content: ${quoted(site)}; ${box} opacity: 0.6; } }`;
    })
    .join('\n');

const imageSettled = (image: HTMLImageElement): Promise<void> => {
  image.loading = 'eager';
  return image.complete
    ? Promise.resolve()
    : new Promise((resolve) => {
        image.addEventListener('load', () => resolve(), { once: true });
        image.addEventListener('error', () => resolve(), { once: true });
      });
};

export type PdfDialogProps = {
  document: DocumentMetadata;
  pages: readonly ReaderPage[];
  version: Version;
  texts: ReadingTexts;
  onLost: (pageNumber: number) => void;
  onClose: () => void;
};

/** The document as it will be on paper; the browser prints it or saves it, with text that can be selected (RDR-PDF-01). */
export const PdfDialog = ({ document: book, pages, version, texts, onLost, onClose }: PdfDialogProps) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { number } = useFormat();
  const host = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(0);
  const [shown, setShown] = useState(1);
  const [failed, setFailed] = useState(false);
  const site = tc('siteTitle');
  const isDone = ready >= pages.length;
  const drawn = useMemo(() => pages.slice(0, shown), [pages, shown]);

  // Page after page, so that the screen answers meanwhile; each waits for its pictures.
  useEffect(() => {
    let isOver = false;
    const prepare = async () => {
      if (shown === 1) {
        await loadMath();
        await globalThis.document.fonts?.ready;
      }
      const sheet = host.current?.querySelector(`[data-print="${shown - 1}"]`);
      await Promise.all([...(sheet?.querySelectorAll('img') ?? [])].map(imageSettled));
      if (isOver) return;
      setReady(shown);
      if (shown < pages.length) setTimeout(() => setShown((now) => Math.max(now, shown + 1)));
    };
    prepare().catch(() => {
      if (!isOver) setFailed(true);
    });
    return () => {
      isOver = true;
    };
  }, [shown, pages.length]);

  useEffect(() => {
    if (!hasMarginBoxes()) return undefined;
    const rules = new CSSStyleSheet();
    rules.replaceSync(pageRules(pages, version, site));
    globalThis.document.adoptedStyleSheets = [...globalThis.document.adoptedStyleSheets, rules];
    return () => {
      globalThis.document.adoptedStyleSheets = globalThis.document.adoptedStyleSheets.filter(
        (one) => one !== rules,
      );
    };
  }, [pages, version, site]);

  // The browser names the file after the window.
  const print = () => {
    const title = globalThis.document.title;
    globalThis.document.title = displayTitle(book, t('untitled'));
    try {
      window.print();
    } catch {
      setFailed(true);
    } finally {
      globalThis.document.title = title;
    }
  };

  return (
    <Dialog open onClose={onClose} title={t('pdf.title')} place="full">
      <div className="pdf" data-theme="light">
        <div className="pdf__tools">
          <Button look="main" icon="print" disabled={!isDone} onClick={print}>
            {t('pdf.print')}
          </Button>
          <Button icon="download" disabled={!isDone} onClick={print}>
            {t('pdf.download')}
          </Button>
          <span className="soft small">{t('pdf.hint')}</span>
        </div>
        {failed ? (
          <Notice tone="alert" live>
            {t('pdf.failed')}
          </Notice>
        ) : null}
        <div ref={host} className="pdf__pages" aria-busy={!isDone} data-boxes={hasMarginBoxes() || undefined}>
          {drawn.map((page, index) => {
            const text = shownText(page, version);
            const info = page.content?.page_info;
            const size = info?.width && info.height ? { width: info.width, height: info.height } : null;
            return (
              <section
                key={page.page_number}
                className="pdf__page"
                data-print={index}
                style={{ page: `sheet-${page.page_number}` }}
              >
                {text && text.items.length > 0 ? (
                  <PageTexts
                    page={page}
                    document={book}
                    version={text.version}
                    texts={texts}
                    pageSize={size}
                    onLost={() => onLost(page.page_number)}
                  />
                ) : (
                  <p className="page-blank">{t('page.blank')}</p>
                )}
                <footer className="pdf__foot" dir={text?.version === 0 ? 'ltr' : 'rtl'}>
                  <span>{footOf(page.page_number + 1, text?.version !== 0)}</span>
                  <span className="pdf__mark">{site}</span>
                </footer>
              </section>
            );
          })}
        </div>
        {isDone || failed ? null : (
          <div className="pdf__veil" role="status">
            <p>{t('pdf.preparing')}</p>
            <Meter label={t('pdf.preparing')} value={ready / pages.length} />
            <p className="num soft">
              {t('pdf.progress', { ready: number(ready), pages: number(pages.length) })}
            </p>
          </div>
        )}
      </div>
    </Dialog>
  );
};
