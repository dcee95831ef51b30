/**
 * The path to go to after signing in: only a path of this site that begins with a single slash (decisions.md G50). A backslash or a
 * control character is refused because browsers read some of them as a slash.
 */
export const safeRedirect = (target: string | null | undefined): string | null => {
  if (!target || !target.startsWith('/') || target.startsWith('//')) return null;
  if ([...target].some((char) => char === '\\' || char < ' ' || char === '\u007f')) return null;
  const url = new URL(target, window.location.origin);
  return url.origin === window.location.origin && !url.pathname.startsWith('//') ? target : null;
};

/** URL of the sign-in screen, which redirects to `target` afterwards. */
export const loginPath = (target: string): string => `/user/login/?redirect=${encodeURIComponent(target)}`;

/** Where staff switch on two-step sign-in. */
export const SECOND_FACTOR_PATH = '/user/second-factor';

/** URL of the sessions screen, which redirects to `target` afterwards. */
export const sessionsPath = (target: string): string =>
  `/manage-sessions?redirect=${encodeURIComponent(target)}`;
