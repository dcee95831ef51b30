import type { Subscription } from '@hamkhan/contracts/http/finance';
import { EXPIRING_SOON_DAYS } from '@hamkhan/contracts/constants';
import { UI_LANGUAGES } from '@hamkhan/contracts/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { type CurrentUser, useCurrentUser, useEndActing } from '../shared/api/session.js';
import { signOut } from '../shared/api/sign-out.js';
import { DisplayMenu } from '../shared/frame/display-menu.js';
import { changeLanguage } from '../shared/frame/change-language.js';
import { useFormat } from '../shared/lib/format.js';
import { loginPath } from '../shared/lib/safe-path.js';
import { changeTheme, useTheme } from '../shared/lib/theme.js';
import { THEMES } from '../shared/storage/settings.js';
import { ButtonLink } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/dialog.js';
import { Icon, type IconName } from '../shared/ui/icon.js';
import { Popover } from '../shared/ui/popover.js';
import { Segmented } from '../shared/ui/segmented.js';
import './profile-menu.css';

/** The subscription if both its status and `is_active` say that it is active (accounts-and-library.txt §3). */
const activeOf = (user: CurrentUser | undefined): Subscription | null => {
  const subscription = user?.subscription;
  return subscription?.status === 'active' && subscription.is_active ? subscription : null;
};
const isExpiring = (subscription: Subscription | null): boolean =>
  subscription !== null && subscription.remaining_days <= EXPIRING_SOON_DAYS;

/** A green ring marks a subscriber, an amber badge the last days of the subscription (ACC-SHELL-18, -19). */
const Avatar = ({ user }: { user: CurrentUser | undefined }) => {
  const { t } = useTranslation('shell');
  const initial = user?.full_name.trim().charAt(0);
  const subscribed = user?.has_active_subscription === true || activeOf(user) !== null;
  const expiring = isExpiring(activeOf(user));
  return (
    <span className="avatar" data-subscriber={subscribed || undefined} data-expiring={expiring || undefined}>
      <span className="avatar__face">
        {user?.avatar ? <img src={user.avatar} alt="" /> : initial ? initial : <Icon name="user" />}
      </span>
      {subscribed ? (
        <span className="avatar__badge">
          <Icon name={expiring ? 'warning' : 'check'} />
          <span className="visually-hidden">
            {t(expiring ? 'profile.expiringDot' : 'profile.subscriber')}
          </span>
        </span>
      ) : null}
    </span>
  );
};

const SubscriptionCard = ({ user, close }: { user: CurrentUser; close: () => void }) => {
  const { t } = useTranslation('shell');
  const { number } = useFormat();
  const subscription = activeOf(user);
  const days = subscription?.remaining_days ?? 0;
  return (
    <Link to="/user/subscriptions/" className="profile__card" onClick={close}>
      <Icon name="star" />
      <span className="grow">
        <b>{subscription ? subscription.plan_display : t('profile.subscription')}</b>
        <span className="small soft">
          {subscription
            ? days > 0
              ? t('profile.daysLeft', { days: number(days) })
              : t('profile.lastDay')
            : t('profile.noSubscription')}
        </span>
        {isExpiring(subscription) ? (
          <span className="profile__warning small">
            <Icon name="warning" size="s" />
            {t('profile.expiring')}
          </span>
        ) : null}
      </span>
    </Link>
  );
};

type MenuLink = {
  to: string;
  label: 'manageSubscription' | 'edit' | 'password' | 'sessions' | 'help' | 'studio';
  icon: IconName;
};
const LINKS: readonly MenuLink[] = [
  { to: '/user/subscriptions/', label: 'manageSubscription', icon: 'star' },
  { to: '/user/profile/', label: 'edit', icon: 'edit' },
  { to: '/user/change-password', label: 'password', icon: 'lock' },
  { to: '/manage-sessions', label: 'sessions', icon: 'keyboard' },
  { to: '/page/help/', label: 'help', icon: 'help' },
];
const STUDIO: MenuLink = { to: '/studio/', label: 'studio', icon: 'briefcase' };

const DisplayChoice = () => {
  const { t, i18n } = useTranslation('shell');
  const { t: tc } = useTranslation();
  const theme = useTheme();
  return (
    <div className="profile__display">
      <Segmented
        label={t('profile.theme')}
        value={theme}
        options={THEMES.map((one) => ({
          value: one,
          label: t(`profile.${one}Short`),
          icon: one === 'dark' ? 'moon' : 'sun',
          iconOnly: true,
        }))}
        onChange={changeTheme}
      />
      <Segmented
        label={t('profile.language')}
        value={i18n.language === 'en' ? 'en' : 'fa'}
        options={UI_LANGUAGES.map((one) => ({ value: one, label: tc(`languages.${one}`) }))}
        onChange={(language) => {
          if (language !== i18n.language) changeLanguage(language, t('profile.languageChanged'));
        }}
      />
    </div>
  );
};

/** Signs the user out; for an admin who acts as a user it only ends the acting. `onEnd` runs before the home page opens. */
const useLeave = (user: CurrentUser | undefined, onEnd: () => void) => {
  const endActing = useEndActing();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    if (user?.loggedinas) {
      setLeaving(true);
      // The admin stays signed in. On failure the banner remains and offers a retry.
      await endActing().catch(() => undefined);
      setLeaving(false);
      onEnd();
      await navigate('/', { replace: true });
      return;
    }
    onEnd();
    await signOut(() => navigate('/', { replace: true }));
  };
  return { leave, leaving };
};

/** What a guest has instead of the account menu: language, theme and sign-in. */
const GuestMenu = () => {
  const { t } = useTranslation('shell');
  const { pathname, search } = useLocation();
  return (
    <>
      <DisplayMenu />
      {pathname.startsWith('/user/login') ? null : (
        <ButtonLink to={pathname === '/' ? '/user/login/' : loginPath(pathname + search)} icon="sign-in">
          {t('profile.signIn')}
        </ButtonLink>
      )}
    </>
  );
};

/** Name, subscription and wallet of the user. */
const AccountSummary = ({ user, close }: { user: CurrentUser; close: () => void }) => {
  const { t } = useTranslation('shell');
  const { digits, price } = useFormat();
  return (
    <>
      <div className="profile__head">
        <Avatar user={user} />
        <span className="grow">
          <b>
            <bdi>{user.full_name || user.username}</bdi>
          </b>
          <bdi className="num" dir="ltr">
            {user.mobile ? digits(user.mobile) : user.username}
          </bdi>
        </span>
      </div>
      <SubscriptionCard user={user} close={close} />
      <div className="profile__wallet">
        <span className="grow">
          <span className="small soft">{t('profile.wallet')}</span>
          <b>{price(user.balance)}</b>
        </span>
        <ButtonLink size="s" to="/finance/wallet/" onClick={close}>
          {t('profile.charge')}
        </ButtonLink>
      </div>
    </>
  );
};

const AccountPanel = ({
  user,
  close,
  onSignOut,
}: {
  user: CurrentUser | undefined;
  close: () => void;
  onSignOut: () => void;
}) => {
  const { t } = useTranslation('shell');
  return (
    <div className="profile">
      <div className="profile__more">
        {user ? <AccountSummary user={user} close={close} /> : null}
        <nav className="profile__ways" aria-label={t('profile.menu')}>
          {(user?.is_creator ? [STUDIO, ...LINKS] : LINKS).map(({ to, label, icon }) => (
            <Link key={to} to={to} onClick={close}>
              <Icon name={icon} />
              {t(`profile.${label}`)}
            </Link>
          ))}
        </nav>
        <DisplayChoice />
      </div>
      <div className="profile__foot">
        <button type="button" className="profile__out" onClick={onSignOut}>
          <Icon name="sign-out" />
          {t('profile.signOut')}
        </button>
      </div>
    </div>
  );
};

const AccountMenu = ({ user }: { user: CurrentUser | undefined }) => {
  const { t } = useTranslation('shell');
  const [asking, setAsking] = useState(false);
  const { leave, leaving } = useLeave(user, () => setAsking(false));
  return (
    <>
      <Popover
        label={t('profile.menu')}
        trigger={(props) => (
          <button {...props} type="button" className="avatar-button" aria-label={t('profile.menu')}>
            <Avatar user={user} />
          </button>
        )}
      >
        {(close) => (
          <AccountPanel
            user={user}
            close={close}
            onSignOut={() => {
              close();
              setAsking(true);
            }}
          />
        )}
      </Popover>
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

/** Sign-in, language and theme for a guest; the account menu for a signed-in user. */
export const ProfileMenu = () => {
  const { user, signedIn } = useCurrentUser();
  return signedIn ? <AccountMenu user={user} /> : <GuestMenu />;
};
