import { PAGE_SIZES } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../shared/api/api-error.js';
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
  /** What narrows the list, and can leave it empty although the library is not. */
  narrowed: 'filter' | 'shelf' | null;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
  onClear: () => void;
  onShowAll: () => void;
};

type LoadState = Pick<LibraryListProps['library'], 'retrying' | 'retry'> & { error: ApiError };

/** The list could not be loaded. */
const LoadFailure = ({ error, retrying, retry }: LoadState) => {
  const { t } = useTranslation('library');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  return (
    <ErrorState
      title={t('failed')}
      text={errorText(error, te)}
      action={
        <Button icon="refresh" busy={retrying} onClick={retry}>
          {tc('retry')}
        </Button>
      }
    />
  );
};

/** The list on screen could not be updated. */
const UpdateFailure = ({ error, retrying, retry }: LoadState) => {
  const { t } = useTranslation('library');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  return (
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
  );
};

/** Why there are no documents: the filter matches none, the shelf is empty, or the library is. */
const NoDocuments = ({
  narrowed,
  onClear,
  onShowAll,
}: Pick<LibraryListProps, 'narrowed' | 'onClear' | 'onShowAll'>) => {
  const { t } = useTranslation('library');
  const { t: tc } = useTranslation();
  switch (narrowed) {
    case 'filter':
      return (
        <EmptyState
          icon="search"
          title={t('nothingFound')}
          action={<Button onClick={onClear}>{t('showAll')}</Button>}
        />
      );
    case 'shelf':
      return (
        <EmptyState
          icon="bookshelf"
          title={t('emptyShelf')}
          text={t('emptyShelfHint')}
          action={<Button onClick={onShowAll}>{t('showAllDocuments')}</Button>}
        />
      );
    case null:
      return (
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
      );
  }
};

/** The user's documents: loading, error, empty or loaded. */
export const LibraryList = ({ library, sorting, perPage, onPage, onPerPage, ...empty }: LibraryListProps) => {
  const { list, error, changing, retrying, retry } = library;
  if (list === undefined)
    return error ? <LoadFailure {...{ error, retrying, retry }} /> : <DocumentListSkeleton />;
  return (
    <>
      {error ? <UpdateFailure {...{ error, retrying, retry }} /> : null}
      {list.documents.length > 0 ? (
        <DocumentList items={list.documents} stale={changing} {...sorting} />
      ) : (
        <NoDocuments {...empty} />
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
