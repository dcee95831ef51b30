import { describe, expect, it } from '@jest/globals';
import { checkApiPath } from './api-path.domain.js';

describe('checkApiPath', () => {
  it.each(['/api/user/status/', '/api/document/pages/AbC-1_~/?page=2&x=/../', '/api/page/%D8%A7/'])(
    'passes %s on',
    (url) => {
      expect(checkApiPath(url)).toBe('forward');
    },
  );

  it.each([
    ['/api/user/status', '/api/user/status/'],
    ['/api/document/pages/K?page=2&q=a/b', '/api/document/pages/K/?page=2&q=a/b'],
  ])('sends %s to %s [ACC-CONV-13]', (url, redirectTo) => {
    expect(checkApiPath(url)).toEqual({ redirectTo });
  });

  it.each([
    '/api/user/../internal/sessions/resolve/',
    '/api/user/./status/',
    '/api/user/%2e%2e/internal/',
    '/api/user/%2E./internal/',
    '/api/user%2fstatus/',
    '/api/user\\status/',
    '/api/user/%5c../',
    '/api//user/status/',
    '/api//evil.example',
    '/api/user/status//',
    '/api/user/%252e/',
    '/api/user/%00/',
    '/api/user/%0d%0aX:1/',
    '/api/user/%zz/',
    '/api/us"er/',
    '/api/',
    '/api',
    '/internal/sessions/resolve/',
  ])('rejects %s', (url) => {
    expect(checkApiPath(url)).toBe('not-found');
  });
});
