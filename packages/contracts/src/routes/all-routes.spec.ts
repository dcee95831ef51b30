import { readdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { ERRORS } from '../errors.js';
import * as rateLimits from '../rate-limits.js';
import { ALL_ROUTES } from './all-routes.js';
import { errorCodesOf } from './route-errors.js';
import { isOpenOverSessionLimit, isPublic, pathOf, type Route } from './route.js';
import { updateShelfRoute } from './shelves.js';

const folder = new URL('./', import.meta.url);
const named = (name: string): Route => {
  const found = ALL_ROUTES.find((one) => one.name === name);
  if (!found) throw new Error(`no route ${name}`);
  return found.route;
};

describe('the table of routes', () => {
  it('lists every route that a file of this folder exports', async () => {
    const files = (await readdir(folder)).filter(
      (file) => !/\.spec\.ts$|^(route|route-errors|all-routes)\.ts$/.test(file),
    );
    const exported = await Promise.all(
      files.map(async (file) => {
        const module = (await import(new URL(file, folder).href)) as Record<string, Route>;
        return Object.values(module);
      }),
    );
    expect(new Set(exported.flat())).toEqual(new Set(ALL_ROUTES.map(({ route }) => route)));
    expect(ALL_ROUTES.length).toBeGreaterThan(90);
  });

  it('has unique names and unique calls', () => {
    const names = ALL_ROUTES.map(({ name }) => name);
    const calls = ALL_ROUTES.map(({ route }) => `${route.method} ${route.path.replace(/:\w+/g, ':')}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('has public paths under /api/ with a final slash [ACC-CONV-09] [ACC-CONV-13]', () => {
    const isFile = (path: string) => path.startsWith('/api/docs/');
    const paths = ALL_ROUTES.filter(({ route }) => isPublic(route)).map(({ route }) => route.path);
    expect(paths.filter((path) => !isFile(path) && !/^\/api\/([\w:-]+\/)+$/.test(path))).toEqual([]);
  });

  it('has internal paths under /internal/, and does not expose them', () => {
    const internal = ALL_ROUTES.filter(({ route }) => route.audience === 'internal');
    expect(internal.map(({ route }) => route.path.startsWith('/internal/'))).not.toContain(false);
    expect(internal.filter(({ route }) => isPublic(route))).toEqual([]);
  });

  it('allows at most one kind of body, and none for GET', () => {
    const bodies = ({ form, json, upload }: Route) => [form, json, upload].filter(Boolean).length;
    const wrong = ALL_ROUTES.filter(({ route }) => bodies(route) > (route.method === 'POST' ? 1 : 0));
    expect(wrong).toEqual([]);
  });

  it('lists every rate limit, each with its own counter', () => {
    const listed = new Set(ALL_ROUTES.flatMap(({ route }) => route.limits ?? []));
    expect(listed).toEqual(new Set(Object.values(rateLimits).flat()));
    expect(new Set([...listed].map(({ name }) => name)).size).toBe(listed.size);
  });

  it('ignores tokens on guest routes only', () => {
    expect(ALL_ROUTES.filter(({ route }) => route.ignoresToken && route.audience !== 'guest')).toEqual([]);
  });
});

describe('a route', () => {
  it('has its own error codes and those of its access, body and limits', () => {
    expect(errorCodesOf(named('updateShelf'))).toEqual([
      'AUTH.LOGIN_REQUIRED',
      'AUTH.SECOND_FACTOR_MISSING',
      'AUTH.SESSION_LIMIT',
      'COMMON.CSRF',
      'COMMON.FORBIDDEN',
      'COMMON.INTERNAL',
      'COMMON.PAYLOAD_TOO_LARGE',
      'COMMON.REQUEST_TIMEOUT',
      'COMMON.TOO_MANY_OPEN_REQUESTS',
      'COMMON.UNAVAILABLE',
      'COMMON.VALIDATION_FAILED',
      'SHELVES.GENERAL_SHELF',
      'SHELVES.NAME_TAKEN',
      'SHELVES.NOT_FOUND',
      'SHELVES.UNKNOWN_TAG',
    ]);
    expect(errorCodesOf(named('login'))).toContain('AUTH.TOO_MANY_LOGINS');
    expect(errorCodesOf(named('login'))).not.toContain('AUTH.LOGIN_REQUIRED');
    expect(errorCodesOf(named('changePassword'))).toContain('AUTH.IMPERSONATING');
    const codes = ALL_ROUTES.flatMap(({ route }) => errorCodesOf(route));
    expect(codes.filter((code) => !(code in ERRORS))).toEqual([]);
  });

  it('is open over the session limit if it is marked so or open to guests (C06)', () => {
    expect(isOpenOverSessionLimit(named('userStatus'))).toBe(true);
    expect(isOpenOverSessionLimit(named('staticPage'))).toBe(true);
    expect(isOpenOverSessionLimit(named('documentMetadata'))).toBe(false);
    expect(isOpenOverSessionLimit(named('listLibrary'))).toBe(false);
  });

  it('encodes the parameters of its path', () => {
    expect(pathOf(updateShelfRoute, { shelfId: 'a/b' })).toBe('/api/document/user/shelf/a%2Fb/update/');
  });
});
