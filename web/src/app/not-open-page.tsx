import { useTranslation } from 'react-i18next';
import { useMatches, useParams } from 'react-router';
import { ButtonLink } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/state-block.js';
import { metaOf } from './route-meta.js';

/** Placeholder for a screen that menus already link to but that is not built yet; links back to its document. */
export const NotOpenPage = () => {
  const { t } = useTranslation('shell');
  const { title } = metaOf(useMatches().map(({ handle }) => handle));
  const { documentId } = useParams();
  return (
    <EmptyState
      whole
      icon="clock"
      title={t('notOpen.title', { place: title ? t(title) : '' })}
      text={t('notOpen.text')}
      action={
        <ButtonLink look="main" to={documentId ? `/d/${documentId}/` : '/user/documents/'}>
          {t(documentId ? 'notOpen.read' : 'notOpen.action')}
        </ButtonLink>
      }
    />
  );
};
