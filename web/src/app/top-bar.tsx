import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useSignedIn } from '../shared/api/session.js';
import { Brand } from '../shared/frame/brand.js';
import { Sheet } from '../shared/ui/dialog.js';
import { Icon, type IconName } from '../shared/ui/icon.js';
import { IconButton } from '../shared/ui/icon-button.js';
import { ProfileMenu } from './profile-menu.js';
import { useTopSearch } from './top-search.js';
import '../shared/styles/bar.css';
import '../shared/frame/bare-head.css';
import './top-bar.css';

export type Place = {
  to: string;
  label: 'nav.home' | 'nav.library' | 'nav.upload' | 'nav.help' | 'nav.support' | 'nav.about';
  icon: IconName;
};

const HOME: Place = { to: '/', label: 'nav.home', icon: 'home' };
const UPLOAD: Place = { to: '/user/upload/', label: 'nav.upload', icon: 'add' };
const LIBRARY: Place = { to: '/user/documents/', label: 'nav.library', icon: 'library' };

/** Links of the bottom bar on small screens, before and after the search (ACC-SHELL-23). */
export const FOOT_PLACES = { before: [HOME], after: [UPLOAD, LIBRARY] } as const;
const PLACES: readonly Place[] = [HOME, UPLOAD, LIBRARY];
const MORE: readonly Place[] = [
  { to: '/page/help/', label: 'nav.help', icon: 'help' },
  { to: '/page/support/', label: 'nav.support', icon: 'chat' },
  { to: '/page/about/', label: 'nav.about', icon: 'info' },
];

/** The sidebar with its links (G28). */
const Sidebar = ({ open, close }: { open: boolean; close: () => void }) => {
  const { t } = useTranslation('shell');
  const search = useTopSearch();
  const show = (places: readonly Place[]) =>
    places.map((place) => (
      <NavLink key={place.to} to={place.to} end onClick={close}>
        <Icon name={place.icon} />
        {t(place.label)}
      </NavLink>
    ));
  return (
    <Sheet open={open} onClose={close} title={t('nav.menu')}>
      <nav className="places" aria-label={t('nav.menu')}>
        {show(PLACES)}
        <button
          type="button"
          onClick={() => {
            close();
            search();
          }}
        >
          <Icon name="search" />
          {t('nav.search')}
        </button>
        <hr />
        {show(MORE)}
      </nav>
    </Sheet>
  );
};

/** Menu button, logo and profile menu. `bare`: without background and border, on the tinted page. */
export const TopBar = ({ sidebar, bare }: { sidebar: boolean; bare: boolean }) => {
  const { t } = useTranslation('shell');
  const signedIn = useSignedIn();
  const [open, setOpen] = useState(false);
  return (
    <header className={bare ? 'bar bar--bare' : 'bar'}>
      {sidebar ? <IconButton icon="menu" label={t('nav.menu')} onClick={() => setOpen(true)} /> : null}
      <Brand />
      <span className="grow" />
      {signedIn ? (
        <nav className="bar__places" aria-label={t('nav.places')}>
          <NavLink to="/user/documents/">{t('nav.library')}</NavLink>
        </nav>
      ) : null}
      <ProfileMenu />
      <Sidebar open={open} close={() => setOpen(false)} />
    </header>
  );
};
