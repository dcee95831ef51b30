import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/button.js';
import { EmptyState } from '../ui/state-block.js';

/** Any path that leads nowhere. */
export const NotFoundPage = () => {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      whole
      icon="search"
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <ButtonLink look="main" to="/">
          {t('notFound.action')}
        </ButtonLink>
      }
    />
  );
};
