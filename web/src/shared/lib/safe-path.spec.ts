import { describe, expect, it } from '@jest/globals';
import { loginPath, safeRedirect } from './safe-path.js';

describe('safeRedirect', () => {
  it.each(['/user/documents/?page=2', '/d/abc/?p=3#x', '/'])('accepts the path %s', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/./\\evil.example',
    'javascript:alert(1)',
    'user/documents/',
    '/..//evil.example',
  ])('refuses %j', (target) => {
    expect(safeRedirect(target)).toBeNull();
  });

  it('carries the full target to the sign-in screen', () => {
    expect(loginPath('/user/documents/?page=2')).toBe(
      '/user/login/?redirect=%2Fuser%2Fdocuments%2F%3Fpage%3D2',
    );
  });
});
