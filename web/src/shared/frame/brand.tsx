import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Logo } from '../ui/logo.js';
import './brand.css';

/** The mark and the name; they lead home (ACC-SHELL-09). */
export const Brand = () => {
  const { t } = useTranslation();
  return (
    <Link to="/" className="brand">
      <Logo />
      {t('siteTitle')}
    </Link>
  );
};
