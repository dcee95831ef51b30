import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import './edit-parts.css';

/** Items that are loading. */
export const EditorSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div className="edit-stack" role="status" aria-busy="true" aria-label={t('loading')}>
      {[96, 72, 84].map((width) => (
        <Skeleton key={width} width={`${width}%`} height="4.5rem" round="m" />
      ))}
    </div>
  );
};
