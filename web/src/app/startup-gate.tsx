import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../shared/api/session.js';
import { errorText } from '../shared/i18n/error-text.js';
import { Button } from '../shared/ui/button.js';
import { Logo } from '../shared/ui/logo.js';
import { ErrorState } from '../shared/ui/state-block.js';
import './startup-gate.css';

/** With a stored token nothing is rendered until its user is known; a failure shows an error screen (RDR-LOGIN-01). */
export const StartupGate = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const { t: te } = useTranslation('errors');
  const { user, signedIn, error, isLoading, retry } = useCurrentUser();
  const [started, setStarted] = useState(!signedIn);

  if (started) return children;
  if (user || !signedIn) {
    setStarted(true);
    return null;
  }
  if (error && error.status !== 401) {
    return (
      <main className="startup">
        <ErrorState
          whole
          title={t('startup.title')}
          text={errorText(error, te)}
          action={
            <Button look="main" icon="refresh" busy={isLoading} onClick={retry}>
              {t('startup.action')}
            </Button>
          }
        />
      </main>
    );
  }
  return (
    <div className="startup" role="status" aria-busy="true" aria-label={t('startup.loading')}>
      <Logo />
    </div>
  );
};
