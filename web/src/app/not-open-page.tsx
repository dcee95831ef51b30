import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/state-block.js';

/** A place that menus name and that is still being built; it says so instead of pretending. */
export const NotOpenPage = () => {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      whole
      icon="clock"
      title={t('notOpen.title')}
      text={t('notOpen.text')}
      action={
        <ButtonLink look="main" to="/user/documents/">
          {t('notOpen.action')}
        </ButtonLink>
      }
    />
  );
};
