import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../shared/api/session.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useTitle } from '../../../shared/lib/use-title.js';
import { Button } from '../../../shared/ui/button.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Paper } from '../../../shared/ui/paper.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/state-block.js';
import { useSecondFactor } from '../api/second-factor.js';
import { RecoveryCodes } from '../components/recovery-codes.js';
import { SecondFactorOff } from '../components/second-factor-off.js';
import { SecondFactorSetup } from '../components/second-factor-setup.js';
import './second-factor-page.css';

/** Two-step sign-in of staff: switches it on, shows the recovery codes, and switches it off. */
export const SecondFactorPage = () => {
  const { t } = useTranslation('profile');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { user } = useCurrentUser();
  const { state, error, retrying, retry, enrol, confirm, disable, refreshUser } = useSecondFactor();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  useTitle(t('secondFactor.title'));

  const content = () => {
    if (codes)
      return (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null);
            void refreshUser();
          }}
        />
      );
    if (!state)
      return error ? (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(error, te)}
          action={
            <Button look="main" busy={retrying} onClick={retry}>
              {tc('retry')}
            </Button>
          }
        />
      ) : (
        <Skeleton width="100%" height="8rem" />
      );
    if (state.is_on)
      return (
        <SecondFactorOff
          codesLeft={state.recovery_codes_left}
          disable={async (password, code) => {
            await disable(password, code);
            showMessage('success', t('secondFactor.off'));
            await refreshUser();
          }}
        />
      );
    return (
      <>
        {state.is_required ? <Notice tone="warning">{t('secondFactor.required')}</Notice> : null}
        <SecondFactorSetup
          user={user}
          enrol={enrol}
          confirm={async (code) => setCodes((await confirm(code)).recovery_codes)}
        />
      </>
    );
  };

  return (
    <section className="page second-factor">
      <h1>{t('secondFactor.title')}</h1>
      <Paper className="second-factor__sheet">{content()}</Paper>
    </section>
  );
};
