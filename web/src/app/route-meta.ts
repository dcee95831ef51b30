import type { GuideName } from './guides.js';

/** What a route tells the shell (ACC-SHELL-01). */
export type RouteMeta = {
  /** Key of the title in the `shell` texts; absent if the page sets its own title. */
  title?: `titles.${'home' | 'login' | 'register' | 'library' | 'upload' | 'sessions' | 'info' | 'wallet' | 'subscription' | 'plans' | 'studio' | 'notFound'}`;
  /** Signed-in users only; guests are redirected to sign-in and back. */
  auth?: boolean;
  /** Reachable beyond the session limit: the screen where sessions are ended (ACC-SESSIONS-07). */
  overSessionLimit?: boolean;
  /** Reachable for staff who have not switched on the two-step sign-in that they need. */
  withoutSecondFactor?: boolean;
  /** Without bars and footer. */
  fullscreen?: boolean;
  /** Tinted background. */
  showbg?: boolean;
  topbar?: boolean;
  sidebar?: boolean;
  footer?: boolean;
  /** The top bar without background and border. */
  barehead?: boolean;
  /** The guide of the screen (ACC-SHELL-24). */
  guide?: GuideName;
};

const isMeta = (handle: unknown): handle is RouteMeta => typeof handle === 'object' && handle !== null;

/** Merges the metadata of nested routes; the innermost route wins. */
export const metaOf = (handles: readonly unknown[]): RouteMeta =>
  handles.filter(isMeta).reduce<RouteMeta>((all, one) => ({ ...all, ...one }), {});
