import { describe, expect, it } from '@jest/globals';
import { authPath, redirectTarget } from './redirect-target.js';

describe('redirectTarget', () => {
  it.each([
    ['redirect=/a/', '/a/'],
    ['callback=/b/', '/b/'],
    ['callback=/b/&redirect=/a/', '/a/'],
    ['redirect=//evil.example/&callback=/b/', '/b/'],
    ['redirect=https://evil.example/', null],
    ['', null],
  ])('of ?%s is %s [ACC-REGISTER-04]', (query, path) => {
    expect(redirectTarget(new URLSearchParams(query))).toBe(path);
  });
});

describe('authPath', () => {
  it('carries the redirect target to the next screen [ACC-SESSIONS-08]', () => {
    const params = new URLSearchParams('callback=/b/?x=1&ref=A');
    expect(authPath('/user/login/', params, { mobile: '09120000001', ref: undefined })).toBe(
      '/user/login/?mobile=09120000001&redirect=%2Fb%2F%3Fx%3D1',
    );
    expect(authPath('/user/login/', new URLSearchParams())).toBe('/user/login/');
  });
});
