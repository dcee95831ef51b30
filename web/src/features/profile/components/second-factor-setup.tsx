import { TOTP_LENGTH, type EnrolSecondFactorResponse } from '@hamkhan/contracts/http/second-factor';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentUser } from '../../../shared/api/session.js';
import { digitsOf } from '../../../shared/lib/mobile.js';
import { useFocusWrong } from '../../../shared/lib/use-focus-wrong.js';
import { Button } from '../../../shared/ui/button.js';
import { CopyButton } from '../../../shared/ui/copy-button.js';
import { PasswordField, TextField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { QrCode } from '../../../shared/ui/qr-code.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';

/** The secret in groups of four, as people type it. */
export const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

const PASSWORD = ['password'] as const;
const CODE = ['code'] as const;

const PasswordStep = ({
  user,
  onSubmit,
}: {
  user: CurrentUser | undefined;
  onSubmit: (password: string) => Promise<void>;
}) => {
  const { t } = useTranslation('profile');
  const { t: ta } = useTranslation('auth');
  const [password, setPassword] = useState('');
  const { errors, busy, run, refuse } = useFormErrors(PASSWORD);
  const form = useFocusWrong(errors);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') refuse({ password: [ta('errors.passwordRequired')] });
    else void run(() => onSubmit(password));
  };
  return (
    <form ref={form} className="second-factor__form" onSubmit={submit} noValidate>
      <p>{t('secondFactor.intro')}</p>
      <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ''} readOnly />
      <PasswordField
        label={t('mobile.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        errors={errors.fields.password}
      />
      <FormAlerts texts={errors.general} />
      <div>
        <Button look="main" type="submit" busy={busy}>
          {t('secondFactor.begin')}
        </Button>
      </div>
    </form>
  );
};

const CodeStep = ({
  enrolment: { secret, uri },
  onSubmit,
}: {
  enrolment: EnrolSecondFactorResponse;
  onSubmit: (code: string) => Promise<void>;
}) => {
  const { t } = useTranslation('profile');
  const { t: ta } = useTranslation('auth');
  const [code, setCode] = useState('');
  const { errors, busy, run, refuse } = useFormErrors(CODE);
  const form = useFocusWrong(errors);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < TOTP_LENGTH)
      refuse({ code: [ta(code === '' ? 'errors.codeRequired' : 'errors.codeShort')] });
    else void run(() => onSubmit(code));
  };
  return (
    <form ref={form} className="second-factor__form" onSubmit={submit} noValidate>
      <p>{t('secondFactor.scan')}</p>
      <QrCode text={uri} label={t('secondFactor.qrCode')} />
      <div className="second-factor__secret">
        <bdi dir="ltr" className="grow" data-testid="secret">
          {inGroups(secret)}
        </bdi>
        <CopyButton
          text={secret}
          label={t('secondFactor.copySecret')}
          copied={t('secondFactor.secretCopied')}
        />
      </div>
      <p>
        <a className="link" href={uri}>
          {t('secondFactor.openApp')}
        </a>
      </p>
      <TextField
        label={t('secondFactor.code')}
        name="code"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={(text) => setCode(digitsOf(text).slice(0, TOTP_LENGTH))}
        errors={errors.fields.code}
      />
      <FormAlerts texts={errors.general} />
      <div>
        <Button look="main" type="submit" busy={busy}>
          {t('secondFactor.confirm')}
        </Button>
      </div>
    </form>
  );
};

/** Switches the second factor on in two steps: the password, then a code of the authenticator that has the secret. */
export const SecondFactorSetup = ({
  user,
  enrol,
  confirm,
}: {
  user: CurrentUser | undefined;
  enrol: (password: string) => Promise<EnrolSecondFactorResponse>;
  confirm: (code: string) => Promise<void>;
}) => {
  const [enrolment, setEnrolment] = useState<EnrolSecondFactorResponse | null>(null);
  return enrolment ? (
    <CodeStep enrolment={enrolment} onSubmit={confirm} />
  ) : (
    <PasswordStep user={user} onSubmit={async (password) => setEnrolment(await enrol(password))} />
  );
};
