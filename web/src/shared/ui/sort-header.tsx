import { COLUMN_SORTS, type DocumentSort, type SortColumn } from '../lib/document-sort.js';
import { Icon } from './icon.js';
import './sort-header.css';

export type SortHeaderProps = {
  column: SortColumn;
  label: string;
  /** Current order of the list; absent while it is empty. */
  sort?: DocumentSort;
  onSort?: (sort: DocumentSort) => void;
};

const DIRECTIONS: Partial<Record<DocumentSort, 'ascending' | 'descending'>> = {
  title: 'ascending',
  titleBack: 'descending',
  fewestPages: 'ascending',
  mostPages: 'descending',
  status: 'ascending',
  statusBack: 'descending',
};

/** Column header that sorts by its column; pressing it again reverses the order. */
export const SortHeader = ({ column, label, sort, onSort }: SortHeaderProps) => {
  const [first, second] = COLUMN_SORTS[column];
  const current = sort === first || sort === second ? sort : undefined;
  const direction = current && DIRECTIONS[current];
  return (
    <th scope="col" aria-sort={direction}>
      {onSort ? (
        <button type="button" className="sort-header" onClick={() => onSort(sort === first ? second : first)}>
          {label}
          <Icon name={direction === 'ascending' ? 'up' : 'down'} size="s" />
        </button>
      ) : (
        label
      )}
    </th>
  );
};
