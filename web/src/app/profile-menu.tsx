import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { type CurrentUser, signOut, useCurrentUser } from '../shared/api/session.js';
import { changeLanguage } from '../shared/i18n/change-language.js';
import { useFormat } from '../shared/lib/format.js';
import { loginPath } from '../shared/lib/safe-path.js';
import { ButtonLink } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/dialog.js';
import { Icon } from '../shared/ui/icon.js';
import { IconButton } from '../shared/ui/icon-button.js';
import { Menu, type MenuEntry } from '../shared/ui/menu.js';
import { leaveForHome } from './leaving.js';
import { changeTheme, useTheme } from './theme.js';
import './profile-menu.css';

const Avatar = ({ user }: { user: CurrentUser | undefined }) => {
  const initial = user?.full_name.trim().charAt(0);
  return (
    <span className="avatar" data-subscriber={user?.has_active_subscription || undefined}>
      {user?.avatar ? <img src={user.avatar} alt="" /> : initial ? initial : <Icon name="user" />}
    </span>
  );
};

/** Language and theme, for everyone; the reader's own name and the way out, for who has signed in. */
export const ProfileMenu = () => {
  const { t, i18n } = useTranslation('shell');
  const { digits } = useFormat();
  const { user, signedIn } = useCurrentUser();
  const theme = useTheme();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);

  const other = i18n.language === 'fa' ? 'en' : 'fa';
  const settings: MenuEntry[] = [
    {
      label: t(theme === 'dark' ? 'profile.light' : 'profile.dark'),
      icon: theme === 'dark' ? 'sun' : 'moon',
      onSelect: () => changeTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    {
      label: t('profile.otherLanguage'),
      icon: 'globe',
      onSelect: () => changeLanguage(other, t('profile.languageChanged')),
    },
  ];

  const leave = async () => {
    setLeaving(true);
    await signOut();
    setLeaving(false);
    setAsking(false);
    leaveForHome(() => navigate('/', { replace: true }));
  };

  if (!signedIn) {
    const target = pathname === '/' || pathname.startsWith('/user/login') ? null : pathname + search;
    return (
      <>
        <Menu
          label={t('profile.settings')}
          entries={settings}
          trigger={(props) => <IconButton {...props} icon="globe" label={t('profile.settings')} />}
        />
        {pathname.startsWith('/user/login') ? null : (
          <ButtonLink to={target ? loginPath(target) : '/user/login/'} icon="sign-in">
            {t('profile.signIn')}
          </ButtonLink>
        )}
      </>
    );
  }

  return (
    <>
      <Menu
        label={t('profile.menu')}
        header={
          user ? (
            <span className="profile-head">
              <b className="own-dir">{user.full_name || user.username}</b>
              <bdi className="num" dir="ltr">
                {user.mobile ? digits(user.mobile) : user.username}
              </bdi>
            </span>
          ) : undefined
        }
        entries={[
          ...settings,
          { kind: 'separator' },
          {
            label: t('profile.sessions'),
            icon: 'keyboard',
            onSelect: () => void navigate('/manage-sessions'),
          },
          { label: t('profile.signOut'), icon: 'sign-out', danger: true, onSelect: () => setAsking(true) },
        ]}
        trigger={(props) => (
          <button {...props} type="button" className="avatar-button" aria-label={t('profile.menu')}>
            <Avatar user={user} />
          </button>
        )}
      />
      <ConfirmDialog
        open={asking}
        title={t('signOut.title')}
        text={t('signOut.text')}
        confirmLabel={t('signOut.confirm')}
        danger
        busy={leaving}
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
};
