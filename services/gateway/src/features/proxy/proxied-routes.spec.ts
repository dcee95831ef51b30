import { MAX_UPLOAD_BYTES } from '@hamkhan/contracts/http/documents';
import { MAX_EDIT_BYTES } from '@hamkhan/contracts/http/edited-items';
import { MAX_MEDIA_BYTES } from '@hamkhan/contracts/http/media';
import { describe, expect, it } from '@jest/globals';
import { checkApiPath } from './api-path.domain.js';
import { errorStyleOf, PROXIED_ROUTES, type ProxiedRoute } from './proxied-routes.js';

const find = (method: string, path: string): ProxiedRoute => {
  const found = PROXIED_ROUTES.find((route) => route.method === method && route.path === `/api/${path}`);
  if (!found) throw new Error(`${method} ${path} is not passed on`);
  return found;
};

describe('the routes that the gateway passes on', () => {
  it('go to their service and have a final slash [ACC-CONV-09][ACC-CONV-13]', () => {
    expect(PROXIED_ROUTES.length).toBeGreaterThan(85);
    expect(find('GET', 'document/pages/:documentId/').upstream).toBe('documents');
    expect(find('GET', 'document/glossary/:documentId/').upstream).toBe('pipeline');
    expect(find('POST', 'user/login/').upstream).toBe('auth');
    expect(find('GET', 'finance/wallet/balance/').upstream).toBe('finance');
    for (const { path } of PROXIED_ROUTES) {
      const called = path.replace(/:\w+/g, 'x1');
      expect(checkApiPath(called)).toBe('forward');
      expect(checkApiPath(called.slice(0, -1))).toEqual({ redirectTo: called });
    }
  });

  it('exclude internal routes, planned routes and those of the service port', () => {
    const paths = PROXIED_ROUTES.map(({ path }) => path);
    expect(paths.filter((path) => !path.startsWith('/api/'))).toEqual([]);
    expect(paths).not.toContain('/api/document/translator/status/');
    expect(paths).not.toContain('/api/finance/document/purchase/');
  });

  it('accept large bodies for uploads only, up to the limit of the service', () => {
    const limit = (path: string): number => find('POST', path).maxBodyBytes;
    expect(limit('document/media/save/')).toBeGreaterThan(MAX_MEDIA_BYTES.video);
    expect(limit('document/upload/')).toBeGreaterThan(MAX_UPLOAD_BYTES);
    expect(limit('document/page/:pageId/update/')).toBeGreaterThan(2 * MAX_EDIT_BYTES);
    expect(limit('document/page/:pageId/update/')).toBeLessThan(MAX_MEDIA_BYTES.image);
  });

  it('stream uploads, which only users may send, and read other bodies whole', () => {
    const uploads = PROXIED_ROUTES.filter(({ isUpload }) => isUpload);
    expect(uploads.length).toBeGreaterThan(4);
    expect(uploads.filter(({ isForUsers, isLong }) => !isForUsers || !isLong)).toEqual([]);
    const others = PROXIED_ROUTES.filter(({ isUpload }) => !isUpload);
    expect(Math.max(...others.map(({ maxBodyBytes }) => maxBodyBytes))).toBe(2 * 1024 * 1024);
    expect(others.filter(({ isForUsers }) => isForUsers)).toEqual([]);
  });

  it('wait a minute for a response, also of an upload', () => {
    expect(find('POST', 'document/upload/').respondWithinMs).toBe(60_000);
    expect(find('POST', 'user/login/').respondWithinMs).toBe(60_000);
  });

  it('use the error format of their service, also for unknown paths below it (G24)', () => {
    expect(find('POST', 'user/login/').style).toBe('form');
    expect(find('GET', 'finance/wallet/balance/').style).toBe('finance');
    expect(errorStyleOf('/api/user/unknown/')).toBe('form');
    expect(errorStyleOf('/api/document/unknown/?x=/api/user/')).toBe('status');
    expect(errorStyleOf('/api/finance/unknown/')).toBe('finance');
    expect(errorStyleOf('/api/unknown/')).toBe('status');
  });
});
