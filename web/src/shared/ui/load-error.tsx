import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/error-text.js';
import { Button } from './button.js';
import { ErrorState } from './state-block.js';

/** Shown in place of content that could not be loaded: what failed, why, and a button to try again. */
export const LoadError = ({
  title,
  error,
  busy,
  look,
  onRetry,
}: {
  title: string;
  error: unknown;
  busy: boolean;
  look?: 'main' | 'quiet';
  onRetry: () => void;
}) => {
  const { t } = useTranslation();
  const { t: te } = useTranslation('errors');
  return (
    <ErrorState
      title={title}
      text={errorText(error, te)}
      action={
        <Button look={look} icon="refresh" busy={busy} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  );
};
