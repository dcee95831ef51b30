import type { GuideName } from './guides.js';

/** What a route says about the frame around it (ACC-SHELL-01). */
export type RouteMeta = {
  /** Its title in the `shell` texts; absent where the page sets its own. */
  title?: `titles.${'home' | 'login' | 'register' | 'library' | 'upload' | 'sessions' | 'info' | 'wallet' | 'subscription' | 'plans' | 'studio' | 'notFound'}`;
  /** Signed-in readers only; others go to the sign-in screen and come back. */
  auth?: boolean;
  /** Open to a session beyond the limit: where sessions are ended (ACC-SESSIONS-07). */
  overSessionLimit?: boolean;
  /** No frame at all. */
  fullscreen?: boolean;
  /** The tinted ground behind the page. */
  showbg?: boolean;
  topbar?: boolean;
  sidebar?: boolean;
  footer?: boolean;
  /** The head without a bar of its own, on the tinted ground. */
  barehead?: boolean;
  /** Its guide (ACC-SHELL-24). */
  guide?: GuideName;
};

const isMeta = (handle: unknown): handle is RouteMeta => typeof handle === 'object' && handle !== null;

/** The innermost route's word on the frame. */
export const metaOf = (handles: readonly unknown[]): RouteMeta =>
  handles.filter(isMeta).reduce<RouteMeta>((all, one) => ({ ...all, ...one }), {});
