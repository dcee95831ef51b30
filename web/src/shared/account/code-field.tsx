import { CODE_LENGTH } from '@hamkhan/contracts/http/auth';
import { useTranslation } from 'react-i18next';
import { digitsOf } from '../lib/mobile.js';
import { useFormat } from '../lib/format.js';
import { useCountdown } from '../lib/use-countdown.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import './account.css';

/** The server sends another code no sooner than this after the last one, in milliseconds (decisions.md C08). */
export const RESEND_MS = 60_000;

/** The field for the code from the text message, in Persian or English digits, with a button to send another code. */
export const CodeField = ({
  value,
  onChange,
  errors,
  name,
  sentAt,
  onResend,
  busy,
}: {
  value: string;
  onChange: (value: string) => void;
  errors: readonly string[] | undefined;
  name: string;
  /** When the last code was sent, in milliseconds since 1970. */
  sentAt: number;
  onResend: () => void;
  busy: boolean;
}) => {
  const { t } = useTranslation('auth');
  const { number } = useFormat();
  const left = useCountdown(sentAt + RESEND_MS);
  return (
    <div>
      <TextField
        label={t('code')}
        name={name}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={value}
        onChange={(text) => onChange(digitsOf(text).slice(0, CODE_LENGTH))}
        errors={errors}
      />
      <div className="code-more">
        <span className="small soft">{t('codeSent')}</span>
        {left > 0 ? (
          <span className="num">{t('resendIn', { seconds: number(left) })}</span>
        ) : (
          <Button look="plain" size="s" disabled={busy} onClick={onResend}>
            {t('resend')}
          </Button>
        )}
      </div>
    </div>
  );
};
