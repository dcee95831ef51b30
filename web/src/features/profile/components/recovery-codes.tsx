import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.js';
import { CopyButton } from '../../../shared/ui/copy-button.js';
import { Notice } from '../../../shared/ui/notice.js';

/** The recovery codes, shown once. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const { t } = useTranslation('profile');
  return (
    <div className="second-factor__form">
      <Notice tone="warning" live>
        {t('secondFactor.recovery')}
      </Notice>
      <div className="second-factor__secret">
        <ul className="second-factor__codes grow" dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton
          text={codes.join('\n')}
          label={t('secondFactor.copyCodes')}
          copied={t('secondFactor.codesCopied')}
        />
      </div>
      <div>
        <Button look="main" onClick={onDone}>
          {t('secondFactor.saved')}
        </Button>
      </div>
    </div>
  );
};
