import { describe, expect, it } from '@jest/globals';
import { authPath, wayBack } from './way-back.js';

describe('the way back', () => {
  it.each([
    ['redirect=/a/', '/a/'],
    ['callback=/b/', '/b/'],
    ['callback=/b/&redirect=/a/', '/a/'],
    ['redirect=//evil.example/&callback=/b/', '/b/'],
    ['redirect=https://evil.example/', null],
    ['', null],
  ])('[ACC-REGISTER-04] of ?%s is %s', (query, path) => {
    expect(wayBack(new URLSearchParams(query))).toBe(path);
  });

  it('[ACC-SESSIONS-08] goes along to the next screen', () => {
    const params = new URLSearchParams('callback=/b/?x=1&ref=A');
    expect(authPath('/user/login/', params, { mobile: '09120000001', ref: undefined })).toBe(
      '/user/login/?mobile=09120000001&redirect=%2Fb%2F%3Fx%3D1',
    );
    expect(authPath('/user/login/', new URLSearchParams())).toBe('/user/login/');
  });
});
