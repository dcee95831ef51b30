import { createBrowserRouter, type RouteObject } from 'react-router';
import { Shell } from './shell.js';
import { RouteError } from './route-error.js';
import { PageSkeleton } from './page-skeleton.js';
import type { RouteMeta } from './route-meta.js';

const meta = (value: RouteMeta): RouteMeta => value;

/** Places that the account menu names (ACC-SHELL-12 to -14, -17) and that later parts of the product fill. */
const NOT_OPEN = [
  { path: '/finance/wallet/', title: 'titles.wallet' },
  { path: '/user/subscriptions/', title: 'titles.subscription' },
  { path: '/premium/subscribe/', title: 'titles.plans' },
  { path: '/studio/', title: 'titles.studio' },
] as const satisfies readonly { path: string; title: RouteMeta['title'] }[];

/** Every screen, each in a file of its own that loads when it is visited. Paths match with and without the last slash (G17). */
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
      ...NOT_OPEN.map(({ path, title }) => ({
        path,
        handle: meta({ title, auth: true }),
        lazy: async () => ({ Component: (await import('./not-open-page.js')).NotOpenPage }),
      })),
      {
        path: '*',
        handle: meta({ title: 'titles.notFound' }),
        lazy: async () => ({ Component: (await import('./not-found-page.js')).NotFoundPage }),
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
