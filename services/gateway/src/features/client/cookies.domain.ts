import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Set by auth to identify a browser without a token (captcha). Unsafe requests with only this cookie need a CSRF token (G73). */
export const SESSION_COOKIE = 'sessionid';
export const CSRF_COOKIE = 'csrftoken';
export const CSRF_HEADER = 'x-csrftoken';

const CSRF_TOKEN = /^[A-Za-z0-9_-]{32,64}$/;
const YEAR_SECONDS = 365 * 86_400;

/** The value of a cookie, or null. Of equal names the first wins: browsers send the most specific path first (RFC 6265 §5.4). */
export function readCookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals >= 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/** The Set-Cookie line of the CSRF token: a valid token of the browser is kept, otherwise a new one is made. */
export function csrfCookie(cookies: string | undefined, https: boolean): string {
  const known = readCookie(cookies, CSRF_COOKIE);
  const token = known && CSRF_TOKEN.test(known) ? known : randomBytes(24).toString('base64url');
  return `${CSRF_COOKIE}=${token}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${https ? '; Secure' : ''}`;
}

/** True when header and cookie contain the same token, which only our own pages can achieve. */
export function hasValidCsrfToken(
  cookies: string | undefined,
  header: string | string[] | undefined,
): boolean {
  const token = readCookie(cookies, CSRF_COOKIE);
  if (!token || typeof header !== 'string' || !CSRF_TOKEN.test(token)) return false;
  const expected = Buffer.from(token);
  const given = Buffer.from(header);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
