import { useTranslation } from 'react-i18next';
import type { DocumentSort } from '../lib/document-sort.js';
import { Select } from './field.js';

/** The order of a list of documents. */
export const SortSelect = ({
  value,
  options,
  onChange,
}: {
  value: DocumentSort;
  options: readonly DocumentSort[];
  onChange: (sort: DocumentSort) => void;
}) => {
  const { t } = useTranslation('shelves');
  return (
    <Select
      label={t('sort.label')}
      value={value}
      options={options.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
      onChange={onChange}
    />
  );
};
