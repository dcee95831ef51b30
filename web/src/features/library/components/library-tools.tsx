import { useTranslation } from 'react-i18next';
import { RemovableChip } from '../../../shared/ui/chip.js';
import { SearchField } from '../../../shared/ui/field.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { SortSelect } from '../../../shared/ui/sort-select.js';
import type { LibraryFiltering } from '../hooks/use-library-filters.js';
import type { LibraryShelves } from '../hooks/use-library-shelves.js';
import { DOCUMENT_TYPES, LIBRARY_SORTS } from '../lib/library-filters.js';

/** The type filter, order and search of the list. A subscribed shelf cannot be filtered by type. */
export const LibraryTools = ({
  filtering: { filters, typed, setTyped, change },
  shelves: { chosen, isSubscribed },
}: {
  filtering: LibraryFiltering;
  shelves: LibraryShelves;
}) => {
  const { t } = useTranslation('library');
  const { type, sort } = filters;
  return (
    <div className="library__tools">
      {isSubscribed ? null : (
        <Segmented
          label={t('type.label')}
          value={type}
          onChange={(next) => change({ type: next })}
          options={DOCUMENT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      )}
      {type === 'all' || isSubscribed ? null : (
        <RemovableChip removeLabel={t('type.clear')} onRemove={() => change({ type: 'all' })}>
          {t(`type.${type}`)}
        </RemovableChip>
      )}
      <span className="grow" />
      <SortSelect
        value={sort}
        options={chosen ? ['shelf', ...LIBRARY_SORTS] : LIBRARY_SORTS}
        onChange={(next) => change({ sort: next })}
      />
      <SearchField label={t('search')} value={typed} maxLength={200} onChange={setTyped} />
    </div>
  );
};
