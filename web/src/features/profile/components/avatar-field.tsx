import { MAX_AVATAR_BYTES } from '@hamkhan/contracts/http/auth';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentUser } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';
import { Button } from '../../../shared/ui/button.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Meter } from '../../../shared/ui/meter.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { MobileDialog } from './mobile-dialog.js';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const MIB = 1024 * 1024;
const FIELDS = ['avatar'] as const;

type SaveAvatar = (file: File, onProgress: (share: number) => void) => Promise<void>;

/** Checks and uploads a picture: the share sent so far, and the errors of the last attempt. */
const useAvatarUpload = (onSave: SaveAvatar) => {
  const { t } = useTranslation('profile');
  const { number } = useFormat();
  const [share, setShare] = useState(0);
  const { errors, busy, run, refuse } = useFormErrors(FIELDS);

  const upload = (file: File) => {
    if (!TYPES.includes(file.type)) refuse({ avatar: [t('avatar.type')] });
    else if (file.size > MAX_AVATAR_BYTES)
      refuse({ avatar: [t('avatar.large', { max: number(MAX_AVATAR_BYTES / MIB) })] });
    else {
      setShare(0);
      void run(async () => {
        await onSave(file, setShare);
        showMessage('success', t('avatar.saved'));
      });
    }
  };
  return { share, busy, errorTexts: [...(errors.fields.avatar ?? []), ...errors.general], upload };
};

/** The name and mobile of the user, with a button to change the mobile. */
const NameAndMobile = ({ user }: { user: CurrentUser | undefined }) => {
  const { t } = useTranslation('profile');
  const { digits } = useFormat();
  const [isChangingMobile, setChangingMobile] = useState(false);
  return (
    <>
      <div className="grow">
        <p className="profile-who__name">
          <bdi>{user?.full_name ?? ''}</bdi>
        </p>
        <p className="profile-who__mobile soft">
          <bdi dir="ltr">{digits(user?.mobile || user?.username || '')}</bdi>
          {/* An admin who acts as the user may not change the mobile. */}
          {user && !user.loggedinas ? (
            <Button look="plain" size="s" aria-haspopup="dialog" onClick={() => setChangingMobile(true)}>
              {t(user.mobile ? 'mobile.changeShort' : 'mobile.addShort')}
            </Button>
          ) : null}
        </p>
      </div>
      {user && isChangingMobile ? (
        <MobileDialog user={user} onClose={() => setChangingMobile(false)} />
      ) : null}
    </>
  );
};

/** The picture, name and mobile of the user, with a button to change the picture. */
export const AvatarField = ({ user, onSave }: { user: CurrentUser | undefined; onSave: SaveAvatar }) => {
  const { t } = useTranslation('profile');
  const input = useRef<HTMLInputElement>(null);
  const { share, busy, errorTexts, upload } = useAvatarUpload(onSave);
  const initial = user?.full_name.trim().charAt(0);
  return (
    <div className="profile-who">
      <span className="profile-who__face">
        {user?.avatar ? <img src={user.avatar} alt="" /> : initial ? initial : <Icon name="user" size="l" />}
      </span>
      <NameAndMobile user={user} />
      <Button icon="image" busy={busy} onClick={() => input.current?.click()}>
        {t('avatar.change')}
      </Button>
      <input
        ref={input}
        type="file"
        name="avatar"
        accept={TYPES.join(',')}
        aria-label={t('avatar.label')}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) upload(file);
        }}
      />
      {busy ? (
        <div className="profile-who__line">
          <Meter value={share} label={t('avatar.sending')} />
        </div>
      ) : null}
      <div className="profile-who__line" aria-live="polite">
        {errorTexts.map((text) => (
          <p key={text} className="field__error">
            <Icon name="error" size="s" />
            <span>{text}</span>
          </p>
        ))}
      </div>
    </div>
  );
};
