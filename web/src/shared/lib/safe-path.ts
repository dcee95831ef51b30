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

/** The sign-in screen that comes back to `target`. */
export const loginPath = (target: string): string => `/user/login/?redirect=${encodeURIComponent(target)}`;

/** The screen where sessions are ended, which then goes on to `target`. */
export const sessionsPath = (target: string): string =>
  `/manage-sessions?redirect=${encodeURIComponent(target)}`;
