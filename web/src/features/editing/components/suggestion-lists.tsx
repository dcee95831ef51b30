import type { EditType } from '@hamkhan/contracts/http/editing';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { LoadError } from '../../../shared/ui/load-error.js';
import { Pager } from '../../../shared/ui/pager.js';
import { useHistory, useOtherSuggestions } from '../api/suggestions.js';
import { EditorSkeleton } from './editor-skeleton.js';
import { SuggestionCard } from './suggestion-card.js';

const PER_PAGE = 10;
const MAX_PER_PAGE = 50;

const usePaging = () => {
  const [{ page, perPage }, set] = useState({ page: 1, perPage: PER_PAGE });
  return {
    page,
    perPage,
    onPage: (next: number) => set({ page: next, perPage }),
    onPerPage: (next: number) => set({ page: 1, perPage: Math.min(MAX_PER_PAGE, next) }),
  };
};

type Loading = { error: unknown; retrying: boolean; retry: () => void };

/** A paged list: loading, error, empty, or its items. */
function PagedList<T>({
  items,
  total,
  loading: { error, retrying, retry },
  paging: { page, perPage, onPage, onPerPage },
  empty,
  children,
}: {
  items: readonly T[] | undefined;
  total: number;
  loading: Loading;
  paging: ReturnType<typeof usePaging>;
  empty: string;
  children: (item: T) => ReactNode;
}) {
  const { t } = useTranslation('editing');
  if (!items && error)
    return <LoadError title={t('panel.loadFailed')} error={error} busy={retrying} onRetry={retry} />;
  if (!items) return <EditorSkeleton />;
  if (total === 0) return <p className="soft">{empty}</p>;
  const pages = Math.max(1, Math.ceil(total / perPage));
  return (
    <>
      <div className="edits__list">{items.map(children)}</div>
      {total > PER_PAGE ? (
        <Pager page={page} pages={pages} perPage={perPage} onPage={onPage} onPerPage={onPerPage} />
      ) : null}
    </>
  );
}

type ListProps = {
  pageId: string;
  type: EditType;
  /** The user may see the content of others' suggestions. */
  canOpen: boolean;
  onOpen: (id: string) => void;
};

/** Pending suggestions of others (RDR-SUGGEST-13); only their number for users who may not open them. */
export const OtherSuggestions = ({ pageId, type, canOpen, count, onOpen }: ListProps & { count: number }) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const paging = usePaging();
  const { page, perPage } = paging;
  const { response, ...loading } = useOtherSuggestions({ pageId, type, page, perPage }, canOpen);
  if (!canOpen) {
    return (
      <p className="soft">
        {count === 0 ? t('panel.noOthers') : t('panel.othersCount', { count, items: number(count) })}
      </p>
    );
  }
  return (
    <PagedList
      items={response?.suggestions}
      total={response?.total ?? 0}
      loading={loading}
      paging={paging}
      empty={t('panel.noOthers')}
    >
      {(one) => (
        <SuggestionCard key={one.id} suggestion={one} date={one.created_date} onOpen={() => onOpen(one.id)} />
      )}
    </PagedList>
  );
};

/** Suggestions that became part of the page (RDR-SUGGEST-14). */
export const AppliedSuggestions = ({ pageId, type, canOpen, onOpen }: ListProps) => {
  const { t } = useTranslation('editing');
  const paging = usePaging();
  const { page, perPage } = paging;
  const { response, ...loading } = useHistory({ pageId, type, page, perPage });
  return (
    <PagedList
      items={response?.history}
      total={response?.total ?? 0}
      loading={loading}
      paging={paging}
      empty={t('panel.noHistory')}
    >
      {(one) => (
        <SuggestionCard
          key={one.id}
          suggestion={one}
          date={one.applied_at}
          onOpen={canOpen || one.own ? () => onOpen(one.id) : null}
        />
      )}
    </PagedList>
  );
};
