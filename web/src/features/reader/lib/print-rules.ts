import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { formatDigits } from '../../../shared/lib/format.js';
import { shownText, type Version } from './shown-text.js';

/** The footer of a printed page: Persian under a translation, whatever the interface language (RDR-PDF-03). */
export const pdfFooter = (page: number, isTranslated: boolean): string =>
  isTranslated ? `صفحه ${formatDigits(page, 'fa')}` : String(page);

/** Whether the browser prints footers by CSS margin boxes; otherwise the footer is part of each page. */
export const hasMarginBoxes = (): boolean => 'CSSMarginRule' in window && 'adoptedStyleSheets' in document;

const quoted = (text: string): string => `"${text.replace(/["\\\n]/g, ' ')}"`;

/** The name of the CSS page type of a document page. */
export const printPageName = (page: ReaderPage): string => `sheet-${page.page_number}`;

/** CSS page rules: each page of the document starts a new sheet and has its own footer. */
export const printRules = (pages: readonly ReaderPage[], version: Version, site: string): string =>
  pages
    .map((page) => {
      const footer = pdfFooter(page.page_number + 1, shownText(page, version)?.version !== 0);
      const box = 'color: #646773; font: 9pt "Vazirmatn Variable", sans-serif;';
      return `@page ${printPageName(page)} { size: A4; margin: 18mm 17mm 20mm;
        @bottom-center { content: ${quoted(footer)}; ${box} }
        @bottom-right { content: ${quoted(site)}; ${box} opacity: 0.6; } }`;
    })
    .join('\n');
