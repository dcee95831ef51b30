import type { PublicShelfDocument } from '@hamkhan/contracts/http/shelves';
import { BOOK_MIN_PAGES } from '@hamkhan/contracts/statuses';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DocumentSort } from '../lib/document-sort.js';
import { useFormat } from '../lib/format.js';
import { useFrom } from '../lib/use-media.js';
import { Cover } from '../ui/cover.js';
import { Icon } from '../ui/icon.js';
import { Meter } from '../ui/meter.js';
import { SortHeader } from '../ui/sort-header.js';
import '../styles/document-list.css';

type Sorting = { sort: DocumentSort; onSort: (sort: DocumentSort) => void };

const useTitle = () => {
  const { t } = useTranslation('shelves');
  return (item: PublicShelfDocument) => item.title || item.original_title || t('documents.untitled');
};

const Name = ({ item }: { item: PublicShelfDocument }) => {
  const { t } = useTranslation('library');
  const { t: tc } = useTranslation();
  const titleOf = useTitle();
  const details = [
    item.authors,
    item.total_pages > 0 ? t(item.total_pages >= BOOK_MIN_PAGES ? 'kind.book' : 'kind.article') : '',
    t('sourceLanguage', { language: tc(`sourceLanguages.${item.language}`) }),
  ].filter((part) => part !== '');
  return (
    <>
      <Link className="doc-title" to={`/i/${item.key}/`}>
        <bdi>{titleOf(item)}</bdi>
      </Link>
      <p className="doc-details">
        {details.map((part, at) => (
          <span key={part} className={at === 0 && item.authors ? 'cut' : undefined}>
            {at > 0 ? <span aria-hidden="true">· </span> : null}
            <bdi>{part}</bdi>
          </span>
        ))}
      </p>
    </>
  );
};

const Pages = ({ item }: { item: PublicShelfDocument }) => {
  const { t } = useTranslation('library');
  const { number } = useFormat();
  const { total_pages: total, translated_level2_pages: translated } = item;
  if (total === 0) return <span className="num">–</span>;
  if (translated >= total) {
    return <span className="num">{t('pages.total', { count: total, total: number(total) })}</span>;
  }
  return (
    <div className="doc-progress">
      <span className="num">{t('pages.translated', { done: number(translated), total: number(total) })}</span>
      <Meter value={translated / total} label={t('pages.meter')} />
    </div>
  );
};

const Actions = ({ item }: { item: PublicShelfDocument }) => {
  const { t } = useTranslation('shelves');
  const title = useTitle()(item);
  return (
    <div className="doc-actions">
      {item.status === 'pending' ? null : (
        <Link
          className="icon-btn"
          to={`/d/${item.key}/`}
          aria-label={t('documents.readNamed', { title })}
          title={t('documents.read')}
        >
          <Icon name="read" />
        </Link>
      )}
      <Link
        className="icon-btn"
        to={`/i/${item.key}/`}
        aria-label={t('documents.infoNamed', { title })}
        title={t('documents.info')}
      >
        <Icon name="info" />
      </Link>
    </div>
  );
};

const coverOf = (item: PublicShelfDocument) => (
  <Cover
    bookKey={item.key}
    title={item.original_title || item.title}
    language={item.language}
    picture={item.cover_thumbnail}
  />
);

type DocumentsProps = { items: readonly PublicShelfDocument[]; sorting?: Sorting };

const DocumentTable = ({ items, sorting }: DocumentsProps) => {
  const { t } = useTranslation('shelves');
  return (
    <table className="doc-table doc-table--public">
      <thead>
        <tr>
          <SortHeader column="title" label={t('documents.title')} {...sorting} />
          <SortHeader column="pages" label={t('documents.pages')} {...sorting} />
          <th scope="col">{t('documents.actions')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.key}>
            <td>
              <div className="doc-name">
                {coverOf(item)}
                <div className="doc-name__words">
                  <Name item={item} />
                </div>
              </div>
            </td>
            <td>
              <Pages item={item} />
            </td>
            <td>
              <Actions item={item} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const DocumentCards = ({ items }: DocumentsProps) => (
  <ul className="doc-cards">
    {items.map((item) => (
      <li key={item.key} className="doc-card">
        {coverOf(item)}
        <div className="doc-card__words">
          <Name item={item} />
          <div className="doc-card__end">
            <Pages item={item} />
            <Actions item={item} />
          </div>
        </div>
      </li>
    ))}
  </ul>
);

/** The documents of a public shelf: a table on wide screens, cards on narrow ones. */
export const ShelfDocuments = ({ items, stale, sorting }: DocumentsProps & { stale: boolean }) => {
  const wide = useFrom('md');
  return (
    <div className="doc-list" data-stale={stale || undefined} aria-busy={stale}>
      {wide ? <DocumentTable items={items} sorting={sorting} /> : <DocumentCards items={items} />}
    </div>
  );
};
