import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useFormat } from '../../../shared/lib/format.js';
import type { OpenDocument } from '../hooks/use-open-document.js';
import { type ReadingTexts, wantedVersion } from '../lib/reading-choice.js';
import { isInSpan } from '../lib/readable-span.js';
import { mayReprocess, type PageTool } from '../lib/reader-tools.js';
import { ContinuousView } from './continuous-view.js';
import { DocumentError, DocumentWithoutPages } from './document-state.js';
import { PageMenu } from './page-menu.js';
import { PageSheet } from './page-sheet.js';
import { FailedSheet, LockedSheet, SheetSkeleton } from './placeholder-sheets.js';

export type ReaderPagesProps = {
  reader: OpenDocument;
  texts: ReadingTexts;
  onPageTool: (tool: PageTool, page: ReaderPage) => void;
};

/** One page of the document: its text, or why there is none yet. `page` is one-based. */
const PageOrPlaceholder = ({ reader, page, texts, onPageTool }: ReaderPagesProps & { page: number }) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  const { document, span, pages, totalPages, choice, turnTo, retryPage, putPage } = reader;
  const index = page - 1;
  if (document && span && !isInSpan(span, index)) {
    return (
      <LockedSheet
        page={page}
        pages={totalPages}
        from={span.from + 1}
        to={span.to + 1}
        document={document}
        onFirst={() => turnTo(span.from + 1)}
      />
    );
  }
  const content = pages.pages.get(index);
  if (content && document) {
    return (
      <PageSheet
        key={page}
        page={content}
        document={document}
        wanted={wantedVersion(choice)}
        texts={texts}
        onLost={retryPage}
        onPage={putPage}
        onRetry={mayReprocess(document) ? () => onPageTool('reprocess', content) : undefined}
        menu={<PageMenu page={content} document={document} onTool={(tool) => onPageTool(tool, content)} />}
      />
    );
  }
  const error = pages.errors.get(index);
  if (error) {
    return (
      <FailedSheet
        page={page}
        pages={totalPages}
        error={error}
        busy={pages.loading.has(index)}
        onRetry={() => retryPage(index)}
      />
    );
  }
  return (
    <SheetSkeleton page={page} pages={totalPages} announcement={t('page.loading', { page: number(page) })} />
  );
};

/** The pages of the document: one, or all of them below one another; or why the document has none. */
export const ReaderPages = ({ reader, texts, onPageTool }: ReaderPagesProps) => {
  const { pathname, search } = useLocation();
  const { document, span, page, totalPages, choice, error, isRetrying, retry, turnTo } = reader;
  if (!document) {
    return error ? (
      <DocumentError error={error} busy={isRetrying} redirectTarget={pathname + search} onRetry={retry} />
    ) : (
      <SheetSkeleton page={page} pages={0} />
    );
  }
  if (!span) return <DocumentWithoutPages document={document} />;
  const sheet = (number: number) => (
    <PageOrPlaceholder reader={reader} page={number} texts={texts} onPageTool={onPageTool} />
  );
  if (choice.layout !== 'continuous') return sheet(page);
  // A preview ends with one locked page (decisions.md G55).
  const count = span.to - span.from + 1 + (span.to < totalPages - 1 ? 1 : 0);
  return (
    <ContinuousView
      from={span.from + 1}
      count={count}
      page={page}
      onPage={(seen) => turnTo(seen, { replace: true, immediate: false })}
    >
      {sheet}
    </ContinuousView>
  );
};
