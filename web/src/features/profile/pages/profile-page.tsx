import type { ProfileResponse } from '@hamkhan/contracts/http/auth';
import { UI_LANGUAGES } from '@hamkhan/contracts/languages';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../../shared/api/session.js';
import { SECOND_FACTOR_PATH } from '../../../shared/lib/safe-path.js';
import { changeLanguage } from '../../../shared/frame/change-language.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';
import { useTitle } from '../../../shared/lib/use-title.js';
import { getLanguage } from '../../../shared/storage/settings.js';
import { Button } from '../../../shared/ui/button.js';
import { CopyButton } from '../../../shared/ui/copy-button.js';
import { SelectField, TextField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { Icon } from '../../../shared/ui/icon.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Paper } from '../../../shared/ui/paper.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/state-block.js';
import { type ProfileForm, useProfile } from '../api/use-profile.js';
import { AvatarField } from '../components/avatar-field.js';
import { AccountExport } from '../components/account-export.js';
import { DeleteAccount } from '../components/delete-account.js';
import './profile-page.css';

const FIELDS = ['first_name', 'last_name', 'language'] as const;

/** The user's profile and their invitation link (accounts-and-library.txt §2). */
export const ProfilePage = () => {
  const { t } = useTranslation('profile');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { user } = useCurrentUser();
  const { profile, error, retrying, retry, save, saveAvatar } = useProfile();
  useTitle(t('title'));

  return (
    <section className="page profile-page">
      <h1>{t('title')}</h1>
      <Paper className="profile-page__sheet">
        <AvatarField user={user} onSave={saveAvatar} />
        {error && !profile ? (
          <ErrorState
            title={t('loadFailed')}
            text={errorText(error, te)}
            action={
              <Button look="main" busy={retrying} onClick={retry}>
                {tc('retry')}
              </Button>
            }
          />
        ) : profile ? (
          <EditForm key={profile.referral_code} profile={profile} save={save} />
        ) : (
          <div className="profile-form" aria-busy="true">
            <Skeleton width="100%" height="2.75rem" />
            <Skeleton width="100%" height="2.75rem" />
            <Skeleton width="40%" height="2.75rem" />
          </div>
        )}
      </Paper>
      {profile ? <Invitation code={profile.referral_code} /> : null}
      <Paper>
        <nav className="profile-ways" aria-label={t('ways')}>
          <Link to="/user/change-password">
            <Icon name="lock" />
            <span className="grow">{t('password')}</span>
            <Icon name="forward" size="s" />
          </Link>
          <Link to="/manage-sessions">
            <Icon name="keyboard" />
            <span className="grow">{t('sessions')}</span>
            <Icon name="forward" size="s" />
          </Link>
          {user?.is_staff ? (
            <Link to={SECOND_FACTOR_PATH}>
              <Icon name="lock" />
              <span className="grow">{t('secondFactor.title')}</span>
              <Icon name="forward" size="s" />
            </Link>
          ) : null}
          <AccountExport user={user} />
          <DeleteAccount user={user} />
        </nav>
      </Paper>
    </section>
  );
};

const EditForm = ({
  profile,
  save,
}: {
  profile: ProfileResponse;
  save: (form: ProfileForm) => Promise<unknown>;
}) => {
  const { t } = useTranslation('profile');
  const { t: tc } = useTranslation();
  const { t: ts } = useTranslation('shell');
  const [firstName, setFirstName] = useState(profile.first_name);
  const [lastName, setLastName] = useState(profile.last_name);
  const [language, setLanguage] = useState(profile.language);
  const { errors, busy, run } = useFormErrors(FIELDS);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await save({ firstName, lastName, language });
      showMessage('success', t('saved'));
      if (language !== getLanguage()) changeLanguage(language, ts('profile.languageChanged'));
    });
  };

  return (
    <form className="profile-form" onSubmit={submit} noValidate>
      <div className="profile-form__pair">
        <TextField
          label={t('firstName')}
          name="first_name"
          autoComplete="given-name"
          value={firstName}
          onChange={setFirstName}
          errors={errors.fields.first_name}
        />
        <TextField
          label={t('lastName')}
          name="last_name"
          autoComplete="family-name"
          value={lastName}
          onChange={setLastName}
          errors={errors.fields.last_name}
        />
      </div>
      <SelectField
        label={tc('language')}
        options={UI_LANGUAGES.map((one) => ({ value: one, label: tc(`languages.${one}`) }))}
        value={language}
        onChange={setLanguage}
        errors={errors.fields.language}
      />
      <FormAlerts texts={errors.general} />
      <div>
        <Button look="main" type="submit" busy={busy}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
};

const Invitation = ({ code }: { code: string }) => {
  const { t } = useTranslation('profile');
  const link = `${window.location.origin}/invite/${code}`;
  return (
    <Paper className="profile-invite">
      <span className="profile-invite__picture">
        <Icon name="star" size="l" />
      </span>
      <div className="grow">
        <h2>{t('invite.title')}</h2>
        <p className="soft">{t('invite.text')}</p>
        <div className="profile-invite__link">
          <bdi dir="ltr" className="grow cut" title={link}>
            {link}
          </bdi>
          <CopyButton text={link} label={t('invite.copy')} copied={t('invite.copied')} />
        </div>
      </div>
    </Paper>
  );
};
