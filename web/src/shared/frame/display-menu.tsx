import { useTranslation } from 'react-i18next';
import { changeLanguage } from './change-language.js';
import { changeTheme, useTheme } from '../lib/theme.js';
import { IconButton } from '../ui/icon-button.js';
import { Menu } from '../ui/menu.js';

/** Theme and language under one button, for bars that have no account menu. */
export const DisplayMenu = () => {
  const { t, i18n } = useTranslation('shell');
  const theme = useTheme();
  return (
    <Menu
      label={t('profile.settings')}
      entries={[
        {
          label: t(theme === 'dark' ? 'profile.light' : 'profile.dark'),
          icon: theme === 'dark' ? 'sun' : 'moon',
          onSelect: () => changeTheme(theme === 'dark' ? 'light' : 'dark'),
        },
        {
          label: t('profile.otherLanguage'),
          icon: 'globe',
          onSelect: () => changeLanguage(i18n.language === 'fa' ? 'en' : 'fa', t('profile.languageChanged')),
        },
      ]}
      trigger={(props) => (
        <IconButton {...props} className="display-menu" icon="globe" label={t('profile.settings')} />
      )}
    />
  );
};
