import { PAGE_SIZES } from '@hamkhan/contracts/http/documents';
import { translatorText } from '@hamkhan/contracts/translator-status';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { normaliseSearch } from '../../../shared/lib/normalise.js';
import { useDebounced } from '../../../shared/lib/use-debounced.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { RemovableChip } from '../../../shared/ui/chip.js';
import { SearchField } from '../../../shared/ui/field.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { EmptyState, ErrorState } from '../../../shared/ui/state-block.js';
import type { LibraryQuery } from '../api/keys.js';
import { useLibrary } from '../api/use-library.js';
import { DocumentList, DocumentListSkeleton } from '../components/document-list.js';
import { Pager } from '../components/pager.js';
import './library-page.css';

/** A search starts this long after the last key, in milliseconds (ACC-LIBRARY-03). */
export const SEARCH_DEBOUNCE_MS = 300;
const TYPES = ['all', 'books', 'articles'] as const;

const queryOf = (params: URLSearchParams): LibraryQuery => {
  const page = Number(params.get('page') ?? 1);
  const size = Number(params.get('per_page') ?? PAGE_SIZES[0]);
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    per_page: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
    search: normaliseSearch(params.get('search') ?? '').slice(0, 200),
    type: TYPES.find((type) => type === params.get('type')) ?? 'all',
  };
};

/** A query as it stands in the address: only what differs from the default. */
const paramsOf = (query: LibraryQuery): URLSearchParams => {
  const params = new URLSearchParams();
  if (query.type !== 'all') params.set('type', query.type);
  if (query.search) params.set('search', query.search);
  if (query.per_page !== PAGE_SIZES[0]) params.set('per_page', String(query.per_page));
  if (query.page > 1) params.set('page', String(query.page));
  return params;
};

/** The reader's own documents (accounts-and-library.txt, "My library"). */
export const LibraryPage = () => {
  const { t } = useTranslation('library');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { number, language } = useFormat();
  const [params, setParams] = useSearchParams();
  const query = queryOf(params);
  const [typed, setTyped] = useState(query.search);
  const wanted = normaliseSearch(useDebounced(typed, SEARCH_DEBOUNCE_MS));
  const { list, error, changing, retrying, retry, queueCount } = useLibrary(query);

  const change = (part: Partial<LibraryQuery>, replace = false) =>
    setParams(paramsOf({ ...query, page: 1, ...part }), { replace });

  useEffect(() => {
    if (wanted !== query.search) change({ search: wanted }, true);
    // Only what was typed starts a search; a change of the address by other means does not.
  }, [wanted]);

  const filtered = query.type !== 'all' || query.search !== '';
  const waiting = list?.documents.filter((item) => item.awaiting_translator) ?? [];
  const waitingFor = new Set(waiting.map((item) => item.note || translatorText('not_configured', language)));

  const clear = () => {
    setTyped('');
    setParams(paramsOf({ ...query, page: 1, type: 'all', search: '' }));
  };

  return (
    <div className="page library">
      <div className="library__head">
        <h1>{t('title')}</h1>
        {list && !filtered && list.total_documents > 0 ? (
          <span
            className="library__count num"
            aria-label={t('count', { count: list.total_documents, total: number(list.total_documents) })}
          >
            {number(list.total_documents)}
          </span>
        ) : null}
        <span className="grow" />
        <ButtonLink look="main" icon="add" to="/user/upload/">
          {tc('addDocument')}
        </ButtonLink>
      </div>

      {queueCount > 0 ? (
        <Notice icon="clock" live>
          {t('queue', { count: queueCount, total: number(queueCount) })}
        </Notice>
      ) : null}
      {[...waitingFor].map((text) => (
        <Notice key={text} tone="warning">
          {text}
        </Notice>
      ))}

      <div className="library__tools">
        <Segmented
          label={t('type.label')}
          value={query.type}
          onChange={(type) => change({ type })}
          options={TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
        />
        {query.type === 'all' ? null : (
          <RemovableChip removeLabel={t('type.clear')} onRemove={() => change({ type: 'all' })}>
            {t(`type.${query.type}`)}
          </RemovableChip>
        )}
        <span className="grow" />
        <SearchField label={t('search')} value={typed} maxLength={200} onChange={setTyped} />
      </div>

      {list === undefined ? (
        error ? (
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
        )
      ) : (
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
            <DocumentList items={list.documents} stale={changing} />
          ) : filtered || query.page > 1 ? (
            <EmptyState
              icon="search"
              title={t('nothingFound')}
              action={<Button onClick={clear}>{t('showAll')}</Button>}
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
              perPage={query.per_page}
              onPage={(page) => change({ page })}
              onPerPage={(size) => change({ per_page: size })}
            />
          ) : null}
        </>
      )}
    </div>
  );
};
