import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentSort } from '../../../shared/lib/document-sort.js';
import { useFrom } from '../../../shared/lib/use-media.js';
import { Cover } from '../../../shared/ui/cover.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { SortHeader } from '../../../shared/ui/sort-header.js';
import {
  DocumentActions,
  DocumentDetails,
  DocumentProgress,
  DocumentState,
  DocumentTitle,
} from './document-parts.js';
import { displayTitle, hasEndedBadly } from './document-state.js';
import { startDrag } from './document-drag.js';
import { useLibraryActions } from './library-actions.js';
import '../../../shared/styles/document-list.css';
import './document-drag.css';

const coverOf = (item: LibraryItem) => (
  <Cover
    bookKey={item.key}
    title={item.original_title || displayTitle(item)}
    language={item.language}
    picture={item.cover_thumbnail}
    blank={hasEndedBadly(item) && item.processed_pages === 0}
  />
);

type Sorting = { sort: DocumentSort; onSort: (sort: DocumentSort) => void };

const Head = (sorting: Partial<Sorting>) => {
  const { t } = useTranslation('library');
  return (
    <thead>
      <tr>
        <SortHeader column="title" label={t('columns.title')} {...sorting} />
        <SortHeader column="pages" label={t('columns.pages')} {...sorting} />
        <SortHeader column="status" label={t('columns.status')} {...sorting} />
        <th scope="col">{t('columns.actions')}</th>
      </tr>
    </thead>
  );
};

/** A row that can be dragged to a shelf, or to the place of another row. */
const DocumentRow = ({ item }: { item: LibraryItem }) => {
  const { dragged, setDragged, placeAt } = useLibraryActions();
  const [over, setOver] = useState(false);
  const isDropTarget = placeAt !== undefined && dragged !== null && dragged.key !== item.key;
  return (
    <tr
      data-status={item.status}
      data-dragged={dragged?.key === item.key || undefined}
      data-over={(isDropTarget && over) || undefined}
      onDragOver={(event) => {
        if (!isDropTarget) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!isDropTarget) return;
        event.preventDefault();
        placeAt(dragged, item);
      }}
    >
      <td>
        <div
          className="doc-name"
          draggable
          onDragStart={(event) => {
            startDrag(event, displayTitle(item));
            setDragged(item);
          }}
          onDragEnd={() => setDragged(null)}
        >
          {coverOf(item)}
          <div className="doc-name__words">
            <DocumentTitle item={item} />
            <DocumentDetails item={item} />
          </div>
        </div>
      </td>
      <td>
        <DocumentProgress item={item} />
      </td>
      <td>
        <DocumentState item={item} />
      </td>
      <td>
        <div className="doc-actions">
          <DocumentActions item={item} />
        </div>
      </td>
    </tr>
  );
};

const DocumentTable = ({ items, ...sorting }: { items: readonly LibraryItem[] } & Sorting) => (
  <table className="doc-table">
    <Head {...sorting} />
    <tbody>
      {items.map((item) => (
        <DocumentRow key={item.key} item={item} />
      ))}
    </tbody>
  </table>
);

const DocumentCards = ({ items }: { items: readonly LibraryItem[] }) => (
  <ul className="doc-cards">
    {items.map((item) => (
      <li key={item.key} className="doc-card" data-status={item.status}>
        {coverOf(item)}
        <div className="doc-card__words">
          <DocumentTitle item={item} />
          <DocumentDetails item={item} />
          {item.total_pages > 0 ? <DocumentProgress item={item} /> : null}
          <div className="doc-card__end">
            <DocumentState item={item} />
            <div className="doc-actions">
              <DocumentActions item={item} />
            </div>
          </div>
        </div>
      </li>
    ))}
  </ul>
);

/** The documents of the library: a table on wide screens, cards on narrow ones (ACC-LIBRARY-08). */
export const DocumentList = ({
  items,
  stale,
  ...sorting
}: { items: readonly LibraryItem[]; stale: boolean } & Sorting) => {
  const wide = useFrom('md');
  return (
    <div className="doc-list" data-stale={stale || undefined} aria-busy={stale}>
      {wide ? <DocumentTable items={items} {...sorting} /> : <DocumentCards items={items} />}
    </div>
  );
};

/** Widths of the skeleton's titles, row by row, in percent. */
const SKELETON_WIDTHS = [62, 48, 71, 55, 40];

const SkeletonText = ({ width }: { width: number }) => (
  <div className="doc-ghost">
    <Skeleton width={`${width}%`} height="1.25rem" />
    <Skeleton width={`${width * 0.6}%`} height="0.875rem" />
  </div>
);

const TableSkeleton = () => (
  <table className="doc-table">
    <Head />
    <tbody>
      {SKELETON_WIDTHS.map((width) => (
        <tr key={width}>
          <td>
            <div className="doc-name">
              <Skeleton width="3rem" height="4.125rem" />
              <div className="doc-name__words">
                <SkeletonText width={width} />
              </div>
            </div>
          </td>
          <td>
            <Skeleton width="9rem" height="0.875rem" />
          </td>
          <td>
            <Skeleton width="6rem" height="1.625rem" round="pill" />
          </td>
          <td>
            <div className="doc-actions">
              <Skeleton width="2.5rem" height="2.5rem" round="m" />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const CardsSkeleton = () => (
  <ul className="doc-cards">
    {SKELETON_WIDTHS.map((width) => (
      <li key={width} className="doc-card">
        <Skeleton width="3rem" height="4.125rem" />
        <div className="doc-card__words">
          <SkeletonText width={width} />
          <Skeleton width="6rem" height="1.625rem" round="pill" />
        </div>
      </li>
    ))}
  </ul>
);

/** The list while it loads. */
export const DocumentListSkeleton = () => {
  const wide = useFrom('md');
  const { t } = useTranslation();
  return (
    <div className="doc-list" role="status" aria-busy="true" aria-label={t('loading')}>
      {wide ? <TableSkeleton /> : <CardsSkeleton />}
    </div>
  );
};
