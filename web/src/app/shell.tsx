import { MAX_ACTIVE_SESSIONS } from '@hamkhan/contracts/http/auth';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { ActingBanner } from '../features/auth/components/acting-banner.js';
import { useCurrentUser } from '../shared/api/session.js';
import { SiteFooter } from '../shared/frame/site-footer.js';
import { loginPath, safeRedirect, sessionsPath } from '../shared/lib/safe-path.js';
import { useOnline } from '../shared/lib/use-online.js';
import { useTitle } from '../shared/lib/use-title.js';
import { Icon } from '../shared/ui/icon.js';
import { BottomNav } from './bottom-nav.js';
import { Guide } from './guide.js';
import type { GuideName } from './guides.js';
import { arrivedHome, isLeaving } from '../shared/api/sign-out.js';
import { NotesHost } from './notes-host.js';
import { PageSkeleton } from './page-skeleton.js';
import { metaOf } from './route-meta.js';
import { TopBar } from './top-bar.js';
import { useWantedSearch } from './top-search.js';
import './shell.css';

/** The frame around every screen: shows the bars, background and footer that the route asks for, and guards private routes. */
export const Shell = () => {
  const { t } = useTranslation('shell');
  const { t: tc } = useTranslation();
  const { pathname, search, hash } = useLocation();
  const navigation = useNavigation();
  const { user, signedIn } = useCurrentUser();
  const online = useOnline();
  const [guidesShown] = useState(() => new Set<GuideName>());
  const meta = metaOf(useMatches().map((match) => match.handle));
  useTitle(meta.title ? t(meta.title) : null);
  useWantedSearch();

  useEffect(() => {
    if (pathname === '/') arrivedHome();
  }, [pathname]);

  const refused = meta.auth === true && !signedIn;
  const tooManySessions =
    (user?.active_sessions_count ?? 0) > MAX_ACTIVE_SESSIONS &&
    meta.overSessionLimit !== true &&
    // An admin acts as the reader with the admin's own session; the reader's sessions are not the admin's to end (C36).
    !user?.loggedinas;
  const here = pathname + search + hash;
  let page = <Outlet />;
  if (refused) page = isLeaving() ? <PageSkeleton /> : <Navigate to={loginPath(here)} replace />;
  else if (tooManySessions) {
    const target = safeRedirect(new URLSearchParams(search).get('redirect')) ?? here;
    page = <Navigate to={sessionsPath(target)} replace />;
  }

  return (
    <div className={`shell${meta.showbg ? ' shell--tinted' : ''}${meta.fullscreen ? ' shell--full' : ''}`}>
      {navigation.state === 'loading' ? (
        <div className="shell__line" role="progressbar" aria-label={tc('loading')} />
      ) : null}
      {meta.fullscreen ? null : (
        <a className="skip-link" href="#main">
          {t('skip')}
        </a>
      )}
      <ActingBanner />
      {!meta.fullscreen && (meta.topbar || meta.barehead) ? (
        <TopBar sidebar={meta.sidebar === true} bare={meta.topbar !== true} />
      ) : null}
      {online ? null : (
        <p className="shell__offline" role="status">
          <Icon name="offline" size="s" />
          {tc('offline')}
        </p>
      )}
      {meta.fullscreen ? (
        page
      ) : (
        <main id="main" className="shell__main" tabIndex={-1}>
          {page}
        </main>
      )}
      {meta.footer ? <SiteFooter whole={meta.showbg === true} /> : null}
      {meta.fullscreen ? null : <BottomNav />}
      {meta.guide && page.type === Outlet ? (
        <Guide key={pathname} name={meta.guide} shown={guidesShown} />
      ) : null}
      <NotesHost />
      <ScrollRestoration />
    </div>
  );
};
