import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { Icon } from '../shared/ui/icon.js';
import { PLACES } from './top-bar.js';
import './bottom-nav.css';

/** The places under the thumb, on small screens only. */
export const BottomNav = () => {
  const { t } = useTranslation('shell');
  return (
    <nav className="bottom-nav" aria-label={t('nav.bottom')}>
      {PLACES.map((place) => (
        <NavLink key={place.to} to={place.to} end>
          <Icon name={place.icon} />
          {t(place.label)}
        </NavLink>
      ))}
    </nav>
  );
};
