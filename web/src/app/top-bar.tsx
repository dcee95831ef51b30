import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { useSignedIn } from '../shared/api/session.js';
import { Sheet } from '../shared/ui/dialog.js';
import { Icon, type IconName } from '../shared/ui/icon.js';
import { IconButton } from '../shared/ui/icon-button.js';
import { Logo } from '../shared/ui/logo.js';
import { ProfileMenu } from './profile-menu.js';
import '../shared/styles/bar.css';
import './top-bar.css';

type Place = { to: string; label: 'nav.home' | 'nav.library' | 'nav.upload'; icon: IconName };

export const PLACES: readonly Place[] = [
  { to: '/', label: 'nav.home', icon: 'home' },
  { to: '/user/upload/', label: 'nav.upload', icon: 'add' },
  { to: '/user/documents/', label: 'nav.library', icon: 'library' },
];

/** Menu, mark and title, and the profile. `bare` lies on the tinted ground without a line of its own. */
export const TopBar = ({ sidebar, bare }: { sidebar: boolean; bare: boolean }) => {
  const { t } = useTranslation('shell');
  const { t: tc } = useTranslation();
  const signedIn = useSignedIn();
  const [open, setOpen] = useState(false);
  return (
    <header className={bare ? 'bar bar--bare' : 'bar'}>
      {sidebar ? <IconButton icon="menu" label={t('nav.menu')} onClick={() => setOpen(true)} /> : null}
      <Link to="/" className="brand">
        <Logo />
        {tc('siteTitle')}
      </Link>
      <span className="grow" />
      {signedIn ? (
        <nav className="bar__places" aria-label={t('nav.places')}>
          <NavLink to="/user/documents/">{t('nav.library')}</NavLink>
        </nav>
      ) : null}
      <ProfileMenu />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('nav.menu')}>
        <nav className="places" aria-label={t('nav.places')}>
          {PLACES.map((place) => (
            <NavLink key={place.to} to={place.to} end onClick={() => setOpen(false)}>
              <Icon name={place.icon} />
              {t(place.label)}
            </NavLink>
          ))}
        </nav>
      </Sheet>
    </header>
  );
};
