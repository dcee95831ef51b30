import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { Icon } from '../shared/ui/icon.js';
import { FOOT_PLACES, type Place } from './top-bar.js';
import { useTopSearch } from './top-search.js';
import './bottom-nav.css';

/** The bottom bar of small screens: home, search, translate, library (ACC-SHELL-23). */
export const BottomNav = () => {
  const { t } = useTranslation('shell');
  const search = useTopSearch();
  const link = (place: Place) => (
    <NavLink key={place.to} to={place.to} end>
      <Icon name={place.icon} />
      {t(place.label)}
    </NavLink>
  );
  return (
    <nav className="bottom-nav" aria-label={t('nav.bottom')}>
      {FOOT_PLACES.before.map(link)}
      <button type="button" onClick={search}>
        <Icon name="search" />
        {t('nav.search')}
      </button>
      {FOOT_PLACES.after.map(link)}
    </nav>
  );
};
