import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the document title: the screen's, then the site's (ACC-SHELL-03); undefined sets the site's alone, null leaves it unchanged. */
export const useTitle = (title: string | null | undefined): void => {
  const { t } = useTranslation();
  const site = t('siteTitle');
  useEffect(() => {
    if (title !== null) document.title = title ? `${title} – ${site}` : site;
  }, [title, site]);
};
