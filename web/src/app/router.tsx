import { createBrowserRouter, type RouteObject } from 'react-router';
import { Shell } from './shell.js';
import { RouteError } from './route-error.js';
import { PageSkeleton } from './page-skeleton.js';
import type { RouteMeta } from './route-meta.js';

const meta = (value: RouteMeta): RouteMeta => value;

/** Routes that menus and shared links already name (ACC-SHELL-12 to -14, -17, RDR-INFO) but that are not built yet. */
const NOT_OPEN = [
  { path: '/i/:documentId/', title: 'titles.info', auth: false },
  { path: '/finance/wallet/', title: 'titles.wallet', auth: true },
  { path: '/user/subscriptions/', title: 'titles.subscription', auth: true },
  { path: '/premium/subscribe/', title: 'titles.plans', auth: true },
  { path: '/studio/', title: 'titles.studio', auth: true },
] as const satisfies readonly (RouteMeta & { path: string })[];

/** All routes; each screen is a lazy chunk. Paths match with and without the trailing slash (G17). */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageSkeleton />,
    handle: meta({ topbar: true, sidebar: true, footer: true }),
    children: [
      {
        path: '/',
        handle: meta({ title: 'titles.home', topbar: false, barehead: true, showbg: true }),
        lazy: async () => ({ Component: (await import('../features/home/pages/home-page.js')).HomePage }),
      },
      {
        path: '/user/login/',
        handle: meta({ title: 'titles.login' }),
        lazy: async () => ({ Component: (await import('../features/auth/pages/login-page.js')).LoginPage }),
      },
      {
        path: '/user/register/:campaign?/',
        handle: meta({ title: 'titles.register' }),
        lazy: async () => ({
          Component: (await import('../features/auth/pages/register-page.js')).RegisterPage,
        }),
      },
      {
        path: '/user/forgot/password/',
        lazy: async () => ({
          Component: (await import('../features/auth/pages/forgot-password-page.js')).ForgotPasswordPage,
        }),
      },
      {
        path: '/user/profile/',
        handle: meta({ auth: true }),
        lazy: async () => ({
          Component: (await import('../features/profile/pages/profile-page.js')).ProfilePage,
        }),
      },
      {
        path: '/user/change-password',
        handle: meta({ auth: true }),
        lazy: async () => ({
          Component: (await import('../features/auth/pages/change-password-page.js')).ChangePasswordPage,
        }),
      },
      {
        path: '/user/second-factor',
        handle: meta({ auth: true, overSessionLimit: true, withoutSecondFactor: true }),
        lazy: async () => ({
          Component: (await import('../features/profile/pages/second-factor-page.js')).SecondFactorPage,
        }),
      },
      {
        path: '/invite/:ref',
        lazy: async () => ({ Component: (await import('../features/auth/pages/invite-page.js')).InvitePage }),
      },
      {
        path: '/user/documents/',
        handle: meta({ title: 'titles.library', auth: true }),
        lazy: async () => ({
          Component: (await import('../features/library/pages/library-page.js')).LibraryPage,
        }),
      },
      {
        path: '/user/upload/',
        handle: meta({ title: 'titles.upload', auth: true }),
        lazy: async () => ({
          Component: (await import('../features/upload/pages/upload-page.js')).UploadPage,
        }),
      },
      {
        path: '/s/:shelfKey/',
        handle: meta({}),
        lazy: async () => ({
          Component: (await import('../features/shelves/pages/public-shelf-page.js')).PublicShelfPage,
        }),
      },
      {
        path: '/manage-sessions',
        handle: meta({ title: 'titles.sessions', auth: true, overSessionLimit: true }),
        lazy: async () => ({
          Component: (await import('../features/sessions/pages/sessions-page.js')).SessionsPage,
        }),
      },
      {
        path: '/d/:documentId/',
        handle: meta({
          fullscreen: true,
          topbar: false,
          sidebar: false,
          footer: false,
          guide: 'document_view',
        }),
        lazy: async () => ({
          Component: (await import('./reader-screen.js')).ReaderScreen,
        }),
      },
      {
        path: '/d/:documentId/glossary/',
        handle: meta({ auth: true }),
        lazy: async () => ({
          Component: (await import('../features/glossary/pages/glossary-page.js')).GlossaryPage,
        }),
      },
      {
        path: '/page/:slug/',
        handle: meta({ topbar: false, sidebar: false, footer: false }),
        lazy: async () => ({
          Component: (await import('../features/static/pages/static-page.js')).StaticPage,
        }),
      },
      ...NOT_OPEN.map(({ path, ...handle }) => ({
        path,
        handle: meta(handle),
        lazy: async () => ({ Component: (await import('./not-open-page.js')).NotOpenPage }),
      })),
      {
        path: '*',
        handle: meta({ title: 'titles.notFound' }),
        lazy: async () => ({ Component: (await import('../shared/frame/not-found-page.js')).NotFoundPage }),
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
