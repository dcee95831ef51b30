import { MAX_ACTIVE_SESSIONS } from '@hamkhan/contracts/http/auth';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { ActingBanner } from '../features/auth/components/acting-banner.js';
import { useCurrentUser } from '../shared/api/session.js';
import { SiteFooter } from '../shared/frame/site-footer.js';
import { loginPath, safeRedirect, SECOND_FACTOR_PATH, sessionsPath } from '../shared/lib/safe-path.js';
import { useOnline } from '../shared/lib/use-online.js';
import { useTitle } from '../shared/lib/use-title.js';
import { Icon } from '../shared/ui/icon.js';
import { BottomNav } from './bottom-nav.js';
import { Guide } from './guide.js';
import type { GuideName } from './guides.js';
import { arrivedHome, isLeaving } from '../shared/api/sign-out.js';
import { NotesHost } from './notes-host.js';
import { PageSkeleton } from './page-skeleton.js';
import { metaOf, type RouteMeta } from './route-meta.js';
import { TopBar } from './top-bar.js';
import { useWantedSearch } from './top-search.js';
import './shell.css';

/**
 * The screen of the route, or a redirect: guests to sign-in, staff without the second factor that they need to its screen, users
 * with too many sessions to the sessions screen.
 */
const useGuardedScreen = (meta: RouteMeta) => {
  const { pathname, search, hash } = useLocation();
  const { user, signedIn } = useCurrentUser();
  const here = pathname + search + hash;
  if (meta.auth === true && !signedIn)
    return isLeaving() ? <PageSkeleton /> : <Navigate to={loginPath(here)} replace />;
  if (user?.second_factor_missing && meta.withoutSecondFactor !== true)
    return <Navigate to={SECOND_FACTOR_PATH} replace />;
  const tooManySessions =
    (user?.active_sessions_count ?? 0) > MAX_ACTIVE_SESSIONS &&
    meta.overSessionLimit !== true &&
    // An admin who acts as a user does so in the admin's own session and may not end the user's sessions (C36).
    !user?.loggedinas;
  if (!tooManySessions) return <Outlet />;
  const target = safeRedirect(new URLSearchParams(search).get('redirect')) ?? here;
  return <Navigate to={sessionsPath(target)} replace />;
};

const LoadingLine = () => {
  const { t } = useTranslation();
  const navigation = useNavigation();
  return navigation.state === 'loading' ? (
    <div className="shell__line" role="progressbar" aria-label={t('loading')} />
  ) : null;
};

const OfflineNotice = () => {
  const { t } = useTranslation();
  const online = useOnline();
  return online ? null : (
    <p className="shell__offline" role="status">
      <Icon name="offline" size="s" />
      {t('offline')}
    </p>
  );
};

/** The frame around every screen: shows the bars, background and footer of the route, and guards private routes. */
export const Shell = () => {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const [guidesShown] = useState(() => new Set<GuideName>());
  const meta = metaOf(useMatches().map((match) => match.handle));
  const screen = useGuardedScreen(meta);
  useTitle(meta.title ? t(meta.title) : null);
  useWantedSearch();

  useEffect(() => {
    if (pathname === '/') arrivedHome();
  }, [pathname]);

  return (
    <div className={`shell${meta.showbg ? ' shell--tinted' : ''}${meta.fullscreen ? ' shell--full' : ''}`}>
      <LoadingLine />
      {meta.fullscreen ? null : (
        <a className="skip-link" href="#main">
          {t('skip')}
        </a>
      )}
      <ActingBanner />
      {!meta.fullscreen && (meta.topbar || meta.barehead) ? (
        <TopBar sidebar={meta.sidebar === true} bare={meta.topbar !== true} />
      ) : null}
      <OfflineNotice />
      {meta.fullscreen ? (
        screen
      ) : (
        <main id="main" className="shell__main" tabIndex={-1}>
          {screen}
        </main>
      )}
      {meta.footer ? <SiteFooter whole={meta.showbg === true} /> : null}
      {meta.fullscreen ? null : <BottomNav />}
      {meta.guide && screen.type === Outlet ? (
        <Guide key={pathname} name={meta.guide} shown={guidesShown} />
      ) : null}
      <NotesHost />
      <ScrollRestoration />
    </div>
  );
};
