import type { StaticPageSlug } from '@hamkhan/contracts/http/static-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../lib/format.js';
import { socialLinks } from '../lib/site.js';
import { useFrom } from '../lib/use-media.js';
import './site-footer.css';

const PAGES = ['about', 'help', 'terms-of-use', 'privacy'] as const satisfies readonly StaticPageSlug[];

/** Copyright and the fixed pages; privacy only where there is room for it (ACC-SHELL-21). `whole`: with the social links (G43). */
export const SiteFooter = ({ whole = false }: { whole?: boolean }) => {
  const { t } = useTranslation('shell');
  const { year } = useFormat();
  const wide = useFrom('md');
  const [links] = useState(socialLinks);
  return (
    <footer className="footer">
      <nav aria-label={t('footer.label')}>
        {PAGES.filter((slug) => wide || slug !== 'privacy').map((slug) => (
          <Link key={slug} to={`/page/${slug}/`}>
            {t(`footer.${slug}`)}
          </Link>
        ))}
      </nav>
      {whole && links.length > 0 ? (
        <ul aria-label={t('footer.social')}>
          {links.map(({ kind, href }) => (
            <li key={kind}>
              <a href={href} target="_blank" rel="noopener noreferrer me">
                {t(`footer.kinds.${kind}`)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <p>{t('footer.year', { year: year(new Date()) })}</p>
    </footer>
  );
};
