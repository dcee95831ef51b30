import { PAGE_SIZES } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import type { DocumentSort } from '../../../shared/lib/document-sort.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Pager } from '../../../shared/ui/pager.js';
import { EmptyState, ErrorState } from '../../../shared/ui/state-block.js';
import type { useLibrary } from '../api/use-library.js';
import { DocumentList, DocumentListSkeleton } from './document-list.js';

export type LibraryListProps = {
  library: ReturnType<typeof useLibrary>;
  sorting: { sort: DocumentSort; onSort: (sort: DocumentSort) => void };
  perPage: number;
  /** Why there may be nothing to see although the library holds something. */
  narrowed: 'filter' | 'shelf' | null;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
  onClear: () => void;
  onShowAll: () => void;
};

/** The reader's documents in each of a list's four lives: on the way, failed, empty, there. */
export const LibraryList = ({
  library,
  sorting,
  perPage,
  narrowed,
  onPage,
  onPerPage,
  onClear,
  onShowAll,
}: LibraryListProps) => {
  const { t } = useTranslation('library');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { list, error, changing, retrying, retry } = library;

  if (list === undefined) {
    return error ? (
      <ErrorState
        title={t('failed')}
        text={errorText(error, te)}
        action={
          <Button icon="refresh" busy={retrying} onClick={retry}>
            {tc('retry')}
          </Button>
        }
      />
    ) : (
      <DocumentListSkeleton />
    );
  }
  return (
    <>
      {error ? (
        <Notice
          tone="alert"
          live
          action={
            <Button size="s" busy={retrying} onClick={retry}>
              {tc('retry')}
            </Button>
          }
        >
          {t('failed')}. {errorText(error, te)}
        </Notice>
      ) : null}
      {list.documents.length > 0 ? (
        <DocumentList items={list.documents} stale={changing} {...sorting} />
      ) : narrowed === 'filter' ? (
        <EmptyState
          icon="search"
          title={t('nothingFound')}
          action={<Button onClick={onClear}>{t('showAll')}</Button>}
        />
      ) : narrowed === 'shelf' ? (
        <EmptyState
          icon="bookshelf"
          title={t('emptyShelf')}
          text={t('emptyShelfHint')}
          action={<Button onClick={onShowAll}>{t('showAllDocuments')}</Button>}
        />
      ) : (
        <EmptyState
          icon="library"
          title={t('empty')}
          text={t('emptyHint')}
          action={
            <ButtonLink look="main" icon="add" to="/user/upload/">
              {tc('addDocument')}
            </ButtonLink>
          }
        />
      )}
      {list.total_documents > PAGE_SIZES[0] ? (
        <Pager
          page={list.current_page}
          pages={Math.max(1, list.total_pages)}
          perPage={perPage}
          onPage={onPage}
          onPerPage={onPerPage}
        />
      ) : null}
    </>
  );
};
