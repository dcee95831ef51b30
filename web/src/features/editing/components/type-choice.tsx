import type { EditType } from '@hamkhan/contracts/http/editing';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import './type-choice.css';

/** A choice among the texts of a page, with the number of pending suggestions when `counts` is given. */
export const TypeChoice = ({
  types,
  value,
  counts,
  onChange,
}: {
  types: readonly EditType[];
  value: EditType;
  counts?: Record<EditType, number>;
  onChange: (type: EditType) => void;
}) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const labelOf = (type: EditType): string => {
    const label = t(`type.${type}`);
    const count = counts?.[type] ?? 0;
    return count > 0 ? t('type.counted', { label, pending: number(count) }) : label;
  };
  return (
    <Segmented
      className="type-choice"
      label={t('type.label')}
      value={value}
      options={types.map((type) => ({ value: type, label: labelOf(type) }))}
      onChange={onChange}
    />
  );
};
