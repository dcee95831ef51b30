import { useTranslation } from 'react-i18next';
import { Skeleton } from '../shared/ui/skeleton.js';
import './page-skeleton.css';

/** Stands where a page will be while its code is on the way. */
export const PageSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div className="page-skeleton" role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton width="14rem" height="2.5rem" round="m" />
      <Skeleton height="12rem" round="m" />
    </div>
  );
};
