import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The tab's title: the screen's, then the site's (ACC-SHELL-03); without one, the site's alone. `null` leaves it to another. */
export const useTitle = (title: string | null | undefined): void => {
  const { t } = useTranslation();
  const site = t('siteTitle');
  useEffect(() => {
    if (title !== null) document.title = title ? `${title} – ${site}` : site;
  }, [title, site]);
};
