import { useTranslation } from 'react-i18next';
import { useMatches, useParams } from 'react-router';
import { ButtonLink } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/state-block.js';
import { metaOf } from './route-meta.js';

/** A place that menus name and that is still being built; it says so instead of pretending, and leads to the document it is about. */
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
