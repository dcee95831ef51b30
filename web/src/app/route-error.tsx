import { useTranslation } from 'react-i18next';
import { useTitle } from '../shared/lib/use-title.js';
import { Button } from '../shared/ui/button.js';
import { ErrorState } from '../shared/ui/state-block.js';

/** Replaces a screen that threw an error or whose code could not be fetched. */
export const RouteError = () => {
  const { t } = useTranslation('shell');
  useTitle(undefined);
  return (
    <main>
      <ErrorState
        title={t('broken.title')}
        text={t('broken.text')}
        action={
          <Button look="main" icon="refresh" onClick={() => window.location.reload()}>
            {t('broken.action')}
          </Button>
        }
      />
    </main>
  );
};
