import { useTranslation } from 'react-i18next';
import { Skeleton } from '../shared/ui/skeleton.js';
import './page-skeleton.css';

/** Shown in place of a page while its code is being fetched. */
export const PageSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div className="page-skeleton" role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton width="14rem" height="2.5rem" round="m" />
      <Skeleton height="12rem" round="m" />
    </div>
  );
};
