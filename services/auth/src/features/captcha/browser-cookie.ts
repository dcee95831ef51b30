import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Names a browser that has no token (G73); the gateway lets calls with it pass only from pages of ours. */
const NAME = 'sessionid';
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** The browser's name, or null where it has none of ours. */
export function browserOf(request: FastifyRequest): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== NAME) continue;
    const value = pair.slice(equals + 1).trim();
    return VALUE.test(value) ? value : null;
  }
  return null;
}

export const newBrowser = (): string => randomBytes(32).toString('base64url');

/** Lasts as long as the browser runs, and no script can read it. */
export function browserCookie(browser: string, request: FastifyRequest): string {
  const isSecure = request.headers['x-forwarded-proto'] === 'https';
  return `${NAME}=${browser}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
