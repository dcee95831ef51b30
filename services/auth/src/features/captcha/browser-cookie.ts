import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Identifies a browser without a token (G73). The gateway requires a CSRF token for requests with this cookie. */
const NAME = 'sessionid';
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** The browser id of a request, or null when it has none. */
export function browserIdOf(request: FastifyRequest): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== NAME) continue;
    const value = pair.slice(equals + 1).trim();
    return VALUE.test(value) ? value : null;
  }
  return null;
}

export const newBrowserId = (): string => randomBytes(32).toString('base64url');

/** A session cookie, not readable by scripts. */
export function browserCookie(browser: string, request: FastifyRequest): string {
  const isSecure = request.headers['x-forwarded-proto'] === 'https';
  return `${NAME}=${browser}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
